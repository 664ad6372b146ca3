import { piecesLeft } from '@fynbos/core/stock/quantity.ts';
import type { ComponentProps } from 'react';
import type { Choosing } from '../buying/buy.tsx';
import { useText } from '../i18n/text-context.tsx';
import { Price, Saving, UnitPriceLine } from '../pricing/price.tsx';
import { useLiveStock } from '../stock/live-stock.ts';
import { StockLine } from '../stock/stock-line.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { whenTouched } from '../ui/when-touched.tsx';
import type { PageChild, PageProduct } from './page-product.ts';

/** Most products have no variants; a choice that is made before its code is there waits for it. */
const VariantChoice = whenTouched(async () => (await import('./variant-choice.tsx')).VariantChoice);
const Buy = whenTouched(async () => (await import('../buying/buy.tsx')).Buy);

/** What the shopper's own choices change: options, the selections of a bundle, the parts of a group. */
export interface Chosen {
  /** What one costs now, tax included. */
  price: ComponentProps<typeof Price>['of'];
  /** Whether no VAT is in that price. */
  zeroRated: boolean;
  /** Said in the place of the price where there is nothing to ask one for. */
  instead?: string | undefined;
  /** Whether everything that was chosen is there. */
  inStock: boolean;
  /** What is chosen besides the variant, for the cart. */
  choosing: Choosing;
}

/** The price, the stock, what is chosen, and how many: what the choices are goes below the stock. */
export function Decision({
  product,
  variant,
  chosen,
  children,
}: {
  product: PageProduct;
  variant: PageChild | undefined;
  chosen?: Chosen;
  children?: React.ReactNode;
}) {
  const { t } = useText();
  const shown = variant ? { ...product, ...variant } : product;
  const { stock, status } = useLiveStock(shown.sku, shown.stock);
  const price = chosen?.price ?? shown;
  const missing = chosen?.inStock === false;
  return (
    <>
      <div aria-live={chosen && 'polite'}>
        {chosen?.instead ? (
          <p className="font-semibold text-xl">{chosen.instead}</p>
        ) : (
          <Price of={price} size="page" from={product.type_id === 'configurable' && !variant} />
        )}
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-soft">
          <Saving of={price} />
          <span>{t((chosen ?? product).zeroRated ? 'product.zeroVat' : 'product.inclVat')}</span>
          <UnitPriceLine inclTax={shown.final_price_incl_tax} measure={(variant ?? product).measure} />
        </p>
        {product.price_is_current === false && <p className="mt-1 text-soft">{t('price.old')}</p>}
      </div>
      <div aria-live="polite">
        <StockLine
          status={missing && status !== 'checking' ? 'out_of_stock' : status}
          left={piecesLeft(stock)}
        />
      </div>
      {product.type_id === 'configurable' && !variant && (
        <NoticeBox icon="warning">{t('variant.none')}</NoticeBox>
      )}
      {variant && (
        // Room for a line of choices, which is what most have: their code comes after the page, and what is below stays where it is.
        <div className="min-h-19">
          <VariantChoice product={product} variant={variant} />
        </div>
      )}
      {children}
      <div className="min-h-52 unscripted:min-h-0">
        <Buy key={shown.sku} product={product} variant={variant} choosing={chosen?.choosing} />
      </div>
    </>
  );
}
