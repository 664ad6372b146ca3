import { amountOf } from '@fynbos/core/pricing/amount.ts';
import { mostToBuy, piecesLeft, quantityProblem } from '@fynbos/core/stock/quantity.ts';
import { type ComponentProps, lazy, memo, Suspense, useState } from 'react';
import { useText } from '../i18n/text-context.tsx';
import { Price, Saving, UnitPriceLine } from '../pricing/price.tsx';
import { useLiveStock } from '../stock/live-stock.ts';
import { QuantityField } from '../stock/quantity-field.tsx';
import { StockLine } from '../stock/stock-line.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import type { PageChild, PageProduct } from './page-product.ts';

/** Most products have no variants. */
const VariantChoice = lazy(async () => ({ default: (await import('./variant-choice.tsx')).VariantChoice }));

/**
 * The choices as the server wrote them, until their code is here. Kept apart from what the stock check
 * changes: an update that reaches them before would take them off the page for a moment, with the click
 * that was meant for them.
 */
const Variants = memo(function Variants(props: ComponentProps<typeof VariantChoice>) {
  return (
    <Suspense>
      <VariantChoice {...props} />
    </Suspense>
  );
});

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
  /** How many of what was chosen can be had; undefined is no limit of its own. */
  available?: number | undefined;
  /** Whether how many is asked for each part, and so not for the whole. */
  countsParts?: boolean;
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
  const limits = [mostToBuy(stock), chosen?.available].filter((limit) => limit !== undefined);
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
      {variant && <Variants product={product} variant={variant} />}
      {children}
      {!chosen?.countsParts && (
        <HowMany
          key={shown.sku}
          unit={price.final_price_incl_tax}
          available={limits.length > 0 ? Math.min(...limits) : undefined}
        />
      )}
    </>
  );
}

/** How many, and what they cost together. */
function HowMany({ unit, available }: { unit: number; available: number | undefined }) {
  const { price } = useText();
  const [typed, setTyped] = useState('1');
  const fits = quantityProblem(typed, available) === undefined;
  if (!(unit > 0) || available === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap items-start gap-x-6 unscripted:hidden">
      <QuantityField value={typed} available={available} onChange={setTyped} />
      {fits && Number(typed) > 1 && (
        <output className="figures mt-8 flex min-h-11 items-center font-bold text-xl">
          {price(amountOf(unit, Number(typed)))}
        </output>
      )}
    </div>
  );
}
