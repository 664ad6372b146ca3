import { Link } from 'react-router';
import { AddToCartButton } from '../../cart/components/add-to-cart-button.tsx';
import { requiresChoice } from '../../catalogue/state/choice-required.ts';
import { brandPath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { OfflineProductPage } from '../state/load-offline-page.ts';
import { OfflinePicture } from './offline-picture.tsx';
import { OfflinePrices, OfflineStock } from './offline-product-card.tsx';
import { RetryOnlineButton } from './reload-button.tsx';

/**
 * A product from the offline catalog: enough to recognise and buy it, and a note about details that need
 * the network.
 */
export function OfflineProductView({ page: { product, brandSlug, made } }: { page: OfflineProductPage }) {
  const { t } = useText();
  return (
    <article className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-12">
      <div className="max-w-sm">
        <OfflinePicture image={product.image} name={product.name} size={[600, 744]} />
      </div>
      <div className="grid grid-cols-1 content-start gap-3">
        {brandSlug && (
          <Link
            to={brandPath(brandSlug)}
            className="wrap-anywhere inline-flex min-h-6 items-center justify-self-start font-semibold text-accent underline-offset-4 hover:underline"
          >
            {product.brand}
          </Link>
        )}
        <PageTitle>{product.name}</PageTitle>
        <div>
          <OfflinePrices product={product} size="page" />
          <p className="mt-1 text-muted">{t('shop.vatNote')}</p>
        </div>
        <OfflineStock product={product} made={made} />
        {requiresChoice(product) ? (
          <InlineNotice icon="cloudOff">{t('pocket.chooseOnline')}</InlineNotice>
        ) : (
          <div className="max-w-xs">
            <AddToCartButton product={product} />
          </div>
        )}
        <p className="text-muted">{t('pocket.moreOnline')}</p>
        <RetryOnlineButton />
      </div>
    </article>
  );
}
