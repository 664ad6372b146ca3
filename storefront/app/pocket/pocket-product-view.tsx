import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { Link } from 'react-router';
import { CardBuy } from '../buying/card-buy.tsx';
import { useText } from '../i18n/text-context.tsx';
import { brandPath } from '../paths.ts';
import { NoticeBox } from '../ui/notice-box.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { AgainButton } from './again-button.tsx';
import { mustBeChosen } from './must-be-chosen.ts';
import { PocketPrices, PocketStock } from './pocket-card-view.tsx';
import { PocketPicture } from './pocket-picture.tsx';
import type { PocketProductPage } from './stand-in.ts';

/** A product out of the pocket: enough to know it and to buy it, and what the network has besides. */
export function PocketProductView({ page: { product, made } }: { page: PocketProductPage }) {
  const { t } = useText();
  return (
    <article className="grid gap-4 lg:grid-cols-2 lg:gap-12">
      <div className="max-w-sm">
        <PocketPicture image={product.image} name={product.name} size={[600, 744]} />
      </div>
      <div className="grid content-start gap-3">
        {product.brand && (
          <Link
            to={brandPath(slugOf(product.brand))}
            className="inline-flex min-h-6 items-center justify-self-start font-semibold text-leaf underline-offset-4 hover:underline"
          >
            {product.brand}
          </Link>
        )}
        <PageTitle>{product.name}</PageTitle>
        <div>
          <PocketPrices product={product} size="page" />
          <p className="mt-1 text-soft">{t('shop.vatNote')}</p>
        </div>
        <PocketStock product={product} made={made} />
        {mustBeChosen(product) ? (
          <NoticeBox icon="cloudOff">{t('pocket.chooseOnline')}</NoticeBox>
        ) : (
          <div className="max-w-xs">
            <CardBuy product={product} />
          </div>
        )}
        <p className="text-soft">{t('pocket.moreOnline')}</p>
        <AgainButton />
      </div>
    </article>
  );
}
