import { isComposite } from '@fynbos/core/catalogue/composite-type.ts';
import { few, unitsLeft } from '@fynbos/core/stock/quantity.ts';
import { useStartedDeal } from '../../cart/state/started-deals.ts';
import { DietLabels } from '../../catalogue/components/diet-labels.tsx';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { imagePath, productPath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { hasStoredState } from '../../platform/storage/store-view-storage.ts';
import { CardUnitPrice, Price, Saving } from '../../pricing/price.tsx';
import { isOrderable } from '../../pricing/unknown-price.ts';
import { hydrateOnInteraction } from '../../ui/loading/hydrate-on-interaction.tsx';
import { PrefetchLink } from '../../ui/prefetch-link.tsx';

const CardButtons = hydrateOnInteraction(
  async () => (await import('./product-card-actions.lazy.tsx')).CardButtons,
  hasStoredState,
);

/** A product of a list. The whole card is a link; space for the picture is reserved before it loads. */
export function ProductCard({
  product,
  first = false,
  isCompared,
}: {
  product: CardProduct;
  first?: boolean;
  /** Whether the list is sorted by unit price. */
  isCompared?: boolean;
}) {
  const soldOut = product.stock?.is_in_stock === false;
  return (
    <article className="product-card group">
      <div className="relative aspect-square overflow-hidden rounded-petal bg-picture">
        <img
          src={imagePath([310, 300], product.image)}
          alt=""
          width={310}
          height={300}
          loading={first ? undefined : 'lazy'}
          fetchPriority={first ? 'high' : undefined}
          decoding="async"
          className={`size-full object-contain transition-transform duration-300 group-hover:scale-104 ${soldOut ? 'opacity-50 greyed' : ''}`}
        />
        <div className="absolute top-0 left-0 grid max-w-[calc(100%-2.75rem)] justify-items-start gap-1">
          <PictureLabels product={product} soldOut={soldOut} />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-1 pt-3">
        <BrandAndRating product={product} />
        <h3 className="line-clamp-2 font-medium leading-snug">
          <PrefetchLink
            to={productPath(product, product.childSku)}
            className="after:absolute after:inset-0 group-hover:text-accent group-hover:underline"
          >
            {product.name}
          </PrefetchLink>
        </h3>
        {product.diet && <DietLabels labels={product.diet} />}
        <div className="mt-auto flex flex-wrap-reverse items-baseline gap-x-2 pt-1">
          <Price of={product} from={isComposite(product.type_id)} />
          <p className="text-muted text-sm leading-tight">
            <CardUnitPrice product={product} isCompared={isCompared} />
          </p>
        </div>
      </div>
      <CardButtons product={product} />
    </article>
  );
}

function BrandAndRating({ product: { brand, rating_summary: rating } }: { product: CardProduct }) {
  const { t, number } = useText();
  if (!brand && !rating) return null;
  return (
    <p className="flex flex-wrap justify-between gap-x-2 text-muted text-sm leading-tight">
      <span className="min-w-0">{brand}</span>
      {rating && (
        <span
          role="img"
          aria-label={t('product.rating', { rating: number(rating.average), count: rating.count })}
          className="tabular-nums shrink-0"
        >
          ★ {number(rating.average)} ({number(rating.count)})
        </span>
      )}
    </p>
  );
}

/** What a shopper must see first: that it is sold out, or else the saving, a deal or what it lacks, and a low stock. */
function PictureLabels({ product, soldOut }: { product: CardProduct; soldOut: boolean }) {
  const { t, label: translate } = useText();
  const started = useStartedDeal(product.deal_codes);
  const label = 'rounded-petal-small bg-surface px-3 py-1 font-semibold text-sm leading-tight';
  if (soldOut) return <p className={`${label} text-danger`}>{t('stock.out')}</p>;
  const left = product.stock && !product.blocked && isOrderable(product) && unitsLeft(product.stock);
  return (
    <>
      <Saving of={product} />
      {product.deals?.[0] && (
        <p className={`${label} line-clamp-2 text-promotion`}>{started ?? translate(product.deals[0])}</p>
      )}
      {left && left <= few && <p className={label}>{t('stock.low', { count: left })}</p>}
    </>
  );
}
