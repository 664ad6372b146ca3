import { Link } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import { imagePath, productPath } from '../paths.ts';
import { Price, UnitPriceLine } from '../pricing/price.tsx';
import type { CardProduct } from './card-fields.ts';

const manyPrices = new Set(['configurable', 'grouped', 'bundle']);

/** One product of a list. The whole card is its link; the picture's place is kept before it arrives. */
export function ProductCard({ product, first = false }: { product: CardProduct; first?: boolean }) {
  const { t } = useText();
  const soldOut = product.stock?.is_in_stock === false;
  const special = product.special_price_incl_tax > 0;
  return (
    <article className="group relative flex h-full flex-col">
      <div className="relative aspect-square overflow-hidden rounded-petal bg-white">
        <img
          src={imagePath([310, 300], product.image)}
          alt=""
          width={310}
          height={300}
          loading={first ? undefined : 'lazy'}
          fetchPriority={first ? 'high' : undefined}
          decoding="async"
          className={`size-full object-contain transition-transform duration-300 group-hover:scale-104 ${soldOut ? 'opacity-50' : ''}`}
        />
        {special && !soldOut && (
          <span className="absolute top-0 left-0 rounded-petal-small bg-protea px-3 py-1 font-bold text-on-leaf text-sm">
            {t('product.special')}
          </span>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-0.5 pt-3">
        {product.brand && <p className="truncate text-soft text-sm">{product.brand}</p>}
        <h3 className="line-clamp-3 font-medium leading-snug">
          <Link
            to={productPath(product)}
            prefetch="intent"
            discover="none"
            className="after:absolute after:inset-0 group-hover:text-leaf group-hover:underline"
          >
            {product.name}
          </Link>
        </h3>
        <div className="mt-auto pt-1">
          <Price of={product} from={manyPrices.has(product.type_id)} />
          <p className="min-h-5 text-soft text-sm">
            {soldOut ? (
              <span className="font-semibold text-protea">{t('stock.out')}</span>
            ) : (
              <UnitPriceLine inclTax={product.final_price_incl_tax} packsize={product.packsize} />
            )}
          </p>
        </div>
      </div>
    </article>
  );
}
