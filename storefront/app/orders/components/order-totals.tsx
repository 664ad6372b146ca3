import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import type { ShownOrder } from '../state/order-response.ts';
import { useOrderCurrency } from '../state/use-order-currency.ts';

/** The totals of the order and its VAT by rate. A discount on shipping is among the discounts. */
export function OrderTotals({ order }: { order: ShownOrder }) {
  const { t } = useText();
  const price = useOrderCurrency(order.order_currency_code);
  const { coupon_code, shipping_description, extension_attributes, voucher_amount } = order;
  const code = coupon_code ? ` (${coupon_code})` : '';
  const taxes = extension_attributes.applied_taxes.filter(({ amount }) => amount > 0);
  return (
    <section
      aria-label={t('orders.total')}
      className="grid gap-3 rounded-petal border border-divider bg-surface p-5"
    >
      <dl className="grid gap-2">
        <Row title={t('cart.subtotal')} value={price(order.subtotal_incl_tax)} />
        {order.discount_amount < 0 && (
          <Row title={t('cart.discount') + code} value={price(order.discount_amount)} strong />
        )}
        {shipping_description && (
          <Row
            title={t('cart.delivery')}
            value={order.shipping_incl_tax === 0 ? t('cart.free') : price(order.shipping_incl_tax)}
          />
        )}
        {voucher_amount !== undefined && (
          <Row title={t('cart.voucher')} value={price(-voucher_amount)} strong />
        )}
      </dl>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-divider border-t pt-3">
        <span className="font-bold text-lg">
          {t(voucher_amount === undefined ? 'orders.total' : 'cart.toPay')}{' '}
          {taxes.length > 0 && (
            <span className="font-normal text-base text-muted">{t('product.inclVat')}</span>
          )}
        </span>
        <span className="tabular-nums font-extrabold text-2xl">{price(order.grand_total)}</span>
      </p>
      {order.voucher_balance_after !== undefined && (
        <p className="text-sm">{t('cart.voucherLeft', { after: price(order.voucher_balance_after) })}</p>
      )}
      <dl className="grid gap-1 text-muted text-sm empty:hidden">
        {taxes.map(({ percent, amount }) => (
          <Row key={percent} title={t('cart.vatIn', { percent })} value={price(amount)} />
        ))}
      </dl>
    </section>
  );
}

function Row({ title, value, strong = false }: { title: string; value: string; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'font-semibold text-accent' : ''}`}>
      <dt className="min-w-0 wrap-break-word">{title}</dt>
      <dd className="tabular-nums whitespace-nowrap">{value}</dd>
    </div>
  );
}
