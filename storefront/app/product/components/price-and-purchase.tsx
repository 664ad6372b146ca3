import type { QuantityPrice } from '@fynbos/core/pricing/tier-prices.ts';
import { unitsLeft } from '@fynbos/core/stock/quantity.ts';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { Choosing } from '../../cart/components/add-to-cart-form.lazy.tsx';
import type { PageChild, PageProduct } from '../../catalogue/state/product-details.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useChosenStoreName } from '../../platform/storage/chosen-store.ts';
import { hasStoredState } from '../../platform/storage/store-view-storage.ts';
import { Price, Saving, UnitPriceText } from '../../pricing/price.tsx';
import { StockStatusText } from '../../stock/stock-status.tsx';
import { useLiveStock } from '../../stock/use-live-stock.ts';
import { hydrateOnInteraction } from '../../ui/loading/hydrate-on-interaction.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';

const TierPrices = lazy(async () => ({ default: (await import('./tier-prices.lazy.tsx')).TierPrices }));
/** Most products have no variants. A choice made before the code has loaded waits for it. */
const VariantChoice = hydrateOnInteraction(
  async () => (await import('./variant-choice.lazy.tsx')).VariantChoice,
);
const StockNotification = hydrateOnInteraction(
  async () => (await import('./stock-notification.lazy.tsx')).StockNotification,
);
/** With a cart, it says how far that is with the promotions of the product. */
const Buy = hydrateOnInteraction(
  async () => (await import('../../cart/components/add-to-cart-form.lazy.tsx')).AddToCartForm,
  hasStoredState,
);

/** The effect of the shopper's own choices: options, bundle selections, and parts of a group. */
export interface Chosen {
  /** The current price of one unit, tax included. */
  price: ComponentProps<typeof Price>['of'];
  /** The lower prices of larger quantities. */
  quantityPrices: readonly QuantityPrice[];
  /** Whether that price includes no VAT. */
  zeroRated: boolean;
  /** Shown instead of the price when there is nothing to price. */
  instead?: string | undefined;
  /** Whether everything chosen is in stock. */
  inStock: boolean;
  /** All choices except the variant, for the cart. */
  choosing: Choosing;
}

/** Price, stock, choices and quantity. The children hold the choice fields, below the stock. */
export function PriceAndPurchase({
  product,
  variant,
  chosen,
  similar,
  children,
}: {
  product: PageProduct;
  variant: PageChild | undefined;
  similar: string;
  chosen?: Chosen;
  children?: React.ReactNode;
}) {
  const { t } = useText();
  const shown = variant ? { ...product, ...variant } : product;
  const { stock, status } = useLiveStock(shown.sku, shown.stock);
  const store = useChosenStoreName();
  const price = chosen?.price ?? shown;
  const missing = chosen?.inStock === false;
  const isSoldOut = stock?.is_in_stock === false;
  return (
    <>
      <div aria-live={chosen && 'polite'}>
        {chosen?.instead ? (
          <p className="font-semibold text-xl">{chosen.instead}</p>
        ) : (
          <Price of={price} size="page" from={product.type_id === 'configurable' && !variant} />
        )}
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-muted">
          <Saving of={price} />
          {!(chosen ?? product).zeroRated && <span>{t('product.inclVat')}</span>}
          <UnitPriceText inclTax={shown.final_price_incl_tax} measure={(variant ?? product).measure} />
        </p>
        {(chosen?.quantityPrices ?? shown.tier_prices ?? []).length > 0 && (
          <Suspense fallback={null}>
            <TierPrices product={shown} prices={chosen?.quantityPrices} />
          </Suspense>
        )}
        {product.price_is_current === false && <p className="mt-1 text-muted">{t('price.old')}</p>}
      </div>
      <div aria-live="polite">
        <StockStatusText
          status={missing && status !== 'checking' ? 'out_of_stock' : status}
          left={unitsLeft(stock)}
          store={store}
        />
      </div>
      {product.type_id === 'configurable' && !variant && (
        <InlineNotice icon="warning">{t('variant.none')}</InlineNotice>
      )}
      {variant && (
        // Reserves space for one line of choices, the usual case. Their code loads after the page, and the
        // content below must not move.
        <div className="min-h-19">
          <VariantChoice product={product} variant={variant} />
        </div>
      )}
      {Object.values(product.info ?? {}).map((message) => (
        <p key={message}>{message}</p>
      ))}
      {children}
      {isSoldOut && <StockNotification key={shown.sku} sku={shown.sku} />}
      <div className={`${isSoldOut ? 'min-h-16' : 'min-h-49'} noscript:min-h-0`}>
        <Buy
          key={shown.sku}
          product={product}
          variant={variant}
          choosing={chosen?.choosing}
          similar={similar}
        />
      </div>
    </>
  );
}
