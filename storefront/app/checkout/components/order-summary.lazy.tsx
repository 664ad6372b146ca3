import { centsToDecimal } from '@fynbos/core/money.ts';
import { useState } from 'react';
import { LineDiscount } from '../../cart/components/cart-line-discount.tsx';
import { TotalsView, totalLabel } from '../../cart/components/cart-totals.tsx';
import { CodeForm } from '../../cart/components/coupon-form.tsx';
import { FreeDelivery } from '../../cart/components/free-delivery.tsx';
import type { CartViewLine, CartViewTotals } from '../../cart/sync/cart-view.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import { imagePath } from '../../paths.ts';
import { readOwn } from '../../platform/storage/store-view-storage.ts';
import { Icon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useCheckoutCart } from '../state/checkout-totals.ts';
import type { TotalsProps } from './totals-with-promise.lazy.tsx';

const KnownTotals = ({ totals, children }: TotalsProps) => children(totals);
const TotalsWithPromise = lazyComponent(
  async () => (await import('./totals-with-promise.lazy.tsx')).TotalsWithPromise,
  KnownTotals,
);

/** Lines and totals of the order: beside the steps, or collapsed above them on a phone. */
export function OrderSummary({ reviewing }: { reviewing: boolean }) {
  const { lines, totals: known } = useCheckoutCart();
  // Only a known place has a promise, and shoppers without one do not load its code.
  const [hasPlace] = useState(() => readOwn('delivery-place') !== undefined);
  const Totals = hasPlace ? TotalsWithPromise : KnownTotals;
  return (
    <Totals totals={known} fallback={<div className="h-12 rounded-petal bg-surface-muted" />}>
      {(totals, delivery) => <Summary {...{ totals, delivery }} lines={reviewing ? [] : lines} />}
    </Totals>
  );
}

function Summary({
  lines,
  totals,
  delivery,
}: {
  lines: readonly CartViewLine[];
  totals: CartViewTotals;
  /** The row of a promised delivery. */
  delivery: React.ReactNode;
}) {
  const { t, price } = useText();
  const label = totalLabel(totals);
  const inside = (
    <>
      {lines.length > 0 && (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </ul>
      )}
      <FreeDelivery totals={totals} />
      <TotalsView totals={totals} delivery={delivery}>
        <p className="text-muted text-sm">{t('checkout.postcodeFirst')}</p>
      </TotalsView>
      <CodeForm totals={totals} />
    </>
  );
  return (
    <>
      <details className="group/summary rounded-petal border border-divider bg-surface lg:hidden">
        <summary className="flex min-h-12 items-center justify-between gap-3 px-4">
          <span className="flex items-center gap-2 font-semibold text-accent">
            {t('checkout.yourOrder')}
            <Icon name="down" className="size-5 transition-transform group-open/summary:rotate-180" />
          </span>
          <span className="text-right">
            {label === 'cart.totalAbout' && <span className="text-muted text-sm">{t(label)} </span>}
            <span className="tabular-nums font-extrabold text-lg">
              {price(centsToDecimal(totals.grandTotal))}
            </span>
          </span>
        </summary>
        <div className="grid gap-4 border-divider border-t p-4">{inside}</div>
      </details>
      <section
        aria-labelledby="order-summary"
        className="hidden gap-4 rounded-petal border border-divider bg-surface p-5 lg:grid"
      >
        <h2 id="order-summary" className="font-bold text-xl">
          {t('cart.summary')}
        </h2>
        {inside}
      </section>
    </>
  );
}

function Line({ line: { image, name, qty, row, discount, options } }: { line: CartViewLine }) {
  const { price, label } = useText();
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-3">
      <img
        src={imagePath([150, 150], image)}
        alt=""
        width={150}
        height={150}
        className="size-12 rounded-petal-small bg-picture object-contain"
      />
      <span className="text-sm leading-snug">
        {qty} × {name}
        <span className="block text-muted">{options.map(({ value }) => label(value)).join(', ')}</span>
      </span>
      <span className="tabular-nums text-right text-sm">
        {price(centsToDecimal(row + discount))}
        <LineDiscount discount={discount} />
      </span>
    </li>
  );
}
