import { Link } from 'react-router';
import { CardBuy } from '../buying/card-buy.tsx';
import type { CardProduct } from '../catalogue/card-fields.ts';
import { useText } from '../i18n/text-context.tsx';
import { productPath } from '../paths.ts';
import { Price, UnitPriceLine } from '../pricing/price.tsx';
import { dayAndHour } from './day-and-hour.ts';
import { hasManyPrices } from './must-be-chosen.ts';
import { PocketPicture } from './pocket-picture.tsx';

/** One product of a list out of the pocket: all of it but its picture, which is shown when it is asked for. */
export function PocketCard({ product, pictures }: { product: CardProduct; pictures: boolean }) {
  const { t } = useText();
  return (
    <article className="group relative flex h-full flex-col pb-14">
      <PocketPicture image={product.image} name={product.name} size={[310, 300]} wanted={pictures} />
      <div className="flex flex-1 flex-col gap-1 pt-3">
        {product.brand && <p className="truncate text-soft text-sm leading-tight">{product.brand}</p>}
        <h2 className="line-clamp-3 font-medium leading-snug">
          <Link
            to={productPath(product)}
            className="after:absolute after:inset-0 group-hover:text-leaf group-hover:underline"
          >
            {product.name}
          </Link>
        </h2>
        <div className="mt-auto pt-1">
          <PocketPrices product={product} />
          {product.stock?.is_in_stock === false && (
            <p className="mt-0.5 font-semibold text-protea text-sm">{t('stock.out')}</p>
          )}
        </div>
      </div>
      <div className="absolute inset-x-0 bottom-0 z-1">
        <CardBuy product={product} />
      </div>
    </article>
  );
}

/** What it costs, and what a kilogram or litre of it does. */
export function PocketPrices({ product, size }: { product: CardProduct; size?: 'page' }) {
  return (
    <>
      <p className="min-h-5 text-soft text-sm">
        <UnitPriceLine
          inclTax={product.measured ?? product.final_price_incl_tax}
          measure={product.measure}
          from={product.measured !== undefined}
        />
      </p>
      <Price of={product} from={hasManyPrices(product)} size={size} />
    </>
  );
}

/** Whether it is there, as far as was known then. */
export function PocketStock({ product, made }: { product: CardProduct; made: string }) {
  const { t, date } = useText();
  const when = { date: date(made, dayAndHour) };
  if (product.stock?.is_in_stock === false)
    return <p className="font-semibold text-protea">{t('pocket.soldOut', when)}</p>;
  return <p className="text-leaf">{t('pocket.inStock', when)}</p>;
}
