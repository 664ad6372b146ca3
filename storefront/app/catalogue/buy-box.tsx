import { amountOf } from '@fynbos/core/pricing/amount.ts';
import { mostToBuy, piecesLeft, quantityProblem } from '@fynbos/core/stock/quantity.ts';
import { type ComponentProps, lazy, memo, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import { brandPath } from '../paths.ts';
import { Price, Saving, UnitPriceLine } from '../pricing/price.tsx';
import { useLiveStock } from '../stock/live-stock.ts';
import { QuantityField } from '../stock/quantity-field.tsx';
import { StockLine } from '../stock/stock-line.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { DietLabels } from './diet-labels.tsx';
import type { ProductPageData } from './load-product.ts';
import type { PageChild } from './page-product.ts';

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

/** What one needs to decide: name, price, choices, stock and how many. */
export function BuyBox({ page, variant }: { page: ProductPageData; variant: PageChild | undefined }) {
  const { t } = useText();
  const { product, brand } = page;
  const shown = variant ? { ...product, ...variant } : product;
  const { stock, status } = useLiveStock(shown.sku, shown.stock);
  const hasVariants = product.configurable_children.length > 0;
  return (
    <div className="grid gap-2 sm:gap-3">
      {brand && (
        <Link
          to={brandPath(brand.slug)}
          className="inline-flex min-h-6 items-center justify-self-start font-semibold text-leaf underline-offset-4 hover:underline"
        >
          {brand.label}
        </Link>
      )}
      <PageTitle>{product.name}</PageTitle>
      <DietLabels labels={product.diet} />
      <div>
        <Price of={shown} size="page" from={product.type_id === 'configurable' && !variant} />
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-soft">
          <Saving of={shown} />
          <span>{t('product.inclVat')}</span>
          <UnitPriceLine
            inclTax={shown.final_price_incl_tax}
            packsize={variant ? variant.packsizeLabel : product.packsize}
          />
        </p>
      </div>
      <div aria-live="polite">
        <StockLine status={status} left={piecesLeft(stock)} />
      </div>
      {product.type_id === 'configurable' && !hasVariants && (
        <NoticeBox icon="warning">{t('variant.none')}</NoticeBox>
      )}
      {variant && <Variants product={product} variant={variant} />}
      <HowMany key={shown.sku} unit={shown.final_price_incl_tax} available={mostToBuy(stock)} />
    </div>
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
