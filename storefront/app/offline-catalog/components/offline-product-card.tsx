import { isComposite } from '@fynbos/core/catalogue/composite-type.ts';
import { Link } from 'react-router';
import { AddToCartButton, PictureCorner } from '../../cart/components/add-to-cart-button.tsx';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { productPath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { CardUnitPrice, Price } from '../../pricing/price.tsx';
import { dateAndTime } from '../state/date-and-time.ts';
import { OfflinePicture } from './offline-picture.tsx';

/** A product in an offline list: complete except for its picture, which is loaded on request. */
export function OfflineProductCard({
  product,
  pictures,
  isCompared,
}: {
  product: CardProduct;
  pictures: boolean;
  /** Whether the list is sorted by unit price. */
  isCompared: boolean;
}) {
  const { t } = useText();
  return (
    <article className="product-card group">
      <OfflinePicture image={product.image} name={product.name} size={[310, 300]} requested={pictures} />
      <div className="flex flex-1 flex-col gap-1 pt-3">
        {product.brand && <p className="text-muted text-sm leading-tight">{product.brand}</p>}
        <h2 className="line-clamp-2 font-medium leading-snug">
          <Link
            to={productPath(product)}
            className="after:absolute after:inset-0 group-hover:text-accent group-hover:underline"
          >
            {product.name}
          </Link>
        </h2>
        <div className="mt-auto pt-1">
          <OfflinePrices product={product} isCompared={isCompared} />
          {product.stock?.is_in_stock === false && (
            <p className="mt-0.5 font-semibold text-danger text-sm">{t('stock.out')}</p>
          )}
        </div>
      </div>
      <PictureCorner>
        <AddToCartButton product={product} />
      </PictureCorner>
    </article>
  );
}

/** The price, and the price per kilogram or litre. */
export function OfflinePrices({
  product,
  size,
  isCompared,
}: {
  product: CardProduct;
  size?: 'page';
  isCompared?: boolean;
}) {
  return (
    <>
      <Price of={product} from={isComposite(product.type_id)} size={size} />
      <p className="text-muted text-sm">
        <CardUnitPrice product={product} isCompared={isCompared} />
      </p>
    </>
  );
}

/** Whether it was in stock at the time of the snapshot. */
export function OfflineStock({ product, made }: { product: CardProduct; made: string }) {
  const { t, date } = useText();
  const when = { date: date(made, dateAndTime) };
  if (product.stock?.is_in_stock === false)
    return <p className="font-semibold text-danger">{t('pocket.soldOut', when)}</p>;
  return <p className="text-accent">{t('pocket.inStock', when)}</p>;
}
