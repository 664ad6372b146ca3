import { type Cents, centsToDecimal } from '@fynbos/core/money.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { listedSegments } from '../state/listed-segments.ts';
import type { CartViewTotals } from '../sync/cart-view.ts';

/**
 * The totals of the cart (CART-3).
 * @param delivery as `TotalsRows` has it
 * @param children in place of the delivery while it is unknown
 */
export function TotalsView({
  totals,
  delivery,
  children,
}: {
  totals: CartViewTotals;
  delivery?: React.ReactNode;
  children?: React.ReactNode;
}) {
  const { t } = useText();
  const taxes = totals.taxes.filter(({ value }) => value > 0);
  return (
    <div className="grid gap-3">
      <TotalsRows totals={totals} delivery={delivery} />
      {totals.shipping === undefined && !totals.virtual && children}
      <GrandTotal totals={totals} />
      <VoucherBalance totals={totals} />
      {taxes.length > 0 && (
        <dl className="grid gap-1 text-muted text-sm">
          {taxes.map(({ percent, value }) => (
            <Row key={percent} title={t('cart.vatIn', { percent })} value={value} />
          ))}
        </dl>
      )}
      {totals.estimate && <p className="text-muted text-sm">{t('cart.estimate')}</p>}
    </div>
  );
}

/** What is on the voucher before the order, and after it. */
function VoucherBalance({ totals: { voucherBalance } }: { totals: CartViewTotals }) {
  const { t, price } = useText();
  if (!voucherBalance) return null;
  const [before, after] = [voucherBalance.before, voucherBalance.after].map((value) =>
    price(centsToDecimal(value)),
  );
  // Both amounts are written.
  return <p className="text-sm">{t('cart.voucherBalance', { before: before!, after: after! })}</p>;
}

/**
 * The amounts that lead from the lines to the grand total.
 * @param delivery its row, if it says more than the fee
 */
export function TotalsRows({ totals, delivery }: { totals: CartViewTotals; delivery?: React.ReactNode }) {
  const { t } = useText();
  const { subtotal, discount, shipping, voucherBalance } = totals;
  return (
    <dl className="grid gap-2">
      <Row title={t('cart.subtotal')} value={subtotal} />
      {discount > 0 && <Row title={t('cart.discount')} value={-discount} strong />}
      {listedSegments(totals).map(({ code, title, value }) => (
        <Row key={code} title={title} value={value} />
      ))}
      {delivery ??
        (shipping !== undefined && <Row title={t('cart.delivery')} value={shipping} free={t('cart.free')} />)}
      {voucherBalance && (
        <Row title={t('cart.voucher')} value={voucherBalance.after - voucherBalance.before} strong />
      )}
    </dl>
  );
}

/** The grand total. */
export function GrandTotal({ totals }: { totals: CartViewTotals }) {
  const { t, price } = useText();
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-divider border-t pt-3 first:border-0 first:pt-0">
      <span className="font-bold text-lg">
        {t(totalLabel(totals))}{' '}
        {/* 0 means that everything is zero-rated. In an estimate the tax is unknown. */}
        {totals.tax !== 0 && <span className="font-normal text-base text-muted">{t('product.inclVat')}</span>}
      </span>
      <span className="tabular-nums font-extrabold text-2xl">{price(centsToDecimal(totals.grandTotal))}</span>
    </p>
  );
}

/** Names the grand total: an estimate, what is left after a voucher, or the total. */
export const totalLabel = ({ estimate, promise, voucherBalance }: CartViewTotals) =>
  estimate || promise ? 'cart.totalAbout' : voucherBalance ? 'cart.toPay' : 'cart.total';

/** An amount with its title and notes below it. */
export function Row({
  title,
  value,
  strong = false,
  free,
  children,
}: {
  title: React.ReactNode;
  value: Cents;
  strong?: boolean;
  /** Shown instead of 0. */
  free?: string;
  children?: React.ReactNode;
}) {
  const { price } = useText();
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'font-semibold text-accent' : ''}`}>
      <dt className="min-w-0">
        {title}
        {children}
      </dt>
      <dd className="tabular-nums whitespace-nowrap">
        {value === 0 && free ? free : price(centsToDecimal(value))}
      </dd>
    </div>
  );
}
