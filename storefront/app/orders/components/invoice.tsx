import { translateShippingTitle } from '@fynbos/core/delivery/shipping-title.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { seller } from '@fynbos/core/operation/contract.ts';
import {
  type InvoiceGroup,
  type InvoiceLine,
  invoiceGroups,
  invoiceTaxes,
} from '@fynbos/core/orders/invoice.ts';
import { ChosenOptions } from '../../catalogue/components/chosen-options.tsx';
import { useAllLabels } from '../../catalogue/state/use-all-labels.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useViewDate } from '../../platform/i18n/view-date.ts';
import { Button } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { hasInvoice, type ShownItem, type ShownOrder, timeOf } from '../state/order-response.ts';
import { useOrderCurrency } from '../state/use-order-currency.ts';
import { OrderAddress } from './order-details.tsx';

export type Seller = ResultOf<typeof seller>;

/** The title of the invoice: only a seller with a VAT number issues a tax invoice. */
export const invoiceTitle = (from: Pick<Seller, 'vatNumber'> | undefined) =>
  from?.vatNumber ? 'orders.taxInvoice' : 'orders.invoice';

/**
 * The tax invoice of an order (VAT Act s 20, spec D41): always in full, with every field required above
 * R5 000. A seller without a VAT number issues a plain invoice. In print it stands alone, whatever surrounds it on the screen.
 */
export function Invoice({ order, from, back }: { order: ShownOrder; from: Seller; back: React.ReactNode }) {
  const { t } = useText();
  useAllLabels(true);
  if (!hasInvoice(order)) {
    return (
      <InlineNotice title={t('orders.noInvoice')}>
        <div className="justify-self-start">{back}</div>
      </InlineNotice>
    );
  }
  return (
    <>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => print()} className="noscript:hidden">
          {t('orders.print')}
        </Button>
        {back}
      </div>
      <div className="grid max-w-4xl grid-cols-1 gap-6 rounded-petal border border-divider bg-surface p-5 sm:p-8 print:border-0 print:p-0">
        <Heads order={order} from={from} />
        <Lines order={order} />
        <Totals order={order} />
      </div>
    </>
  );
}

/** Seller, buyer, invoice number and date. */
function Heads({ order, from }: { order: ShownOrder; from: Seller }) {
  const { t } = useText();
  const date = useViewDate();
  const { vat_id, ...buyer } = order.billing_address;
  return (
    <dl className="grid grid-cols-1 gap-x-10 gap-y-5 sm:grid-cols-2 print:grid-cols-2">
      <Fact name={t('orders.seller')}>
        <p className="font-semibold">{from.name}</p>
        <p>{from.address}</p>
        {from.vatNumber && <p>{t('orders.vatNumber', { number: from.vatNumber })}</p>}
      </Fact>
      <Fact name={t('orders.buyer')}>
        <OrderAddress address={{ ...buyer, vat_id: '' }} />
        {from.vatNumber && vat_id && <p>{t('orders.vatNumber', { number: vat_id })}</p>}
      </Fact>
      <Fact name={t('orders.invoiceNumber')}>{order.increment_id}</Fact>
      <Fact name={t('orders.invoiceDate')}>{date(timeOf(order.created_at))}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const amount = 'tabular-nums py-2 pl-2 text-right align-top whitespace-nowrap';

/** A table that scrolls where its amounts are wider than the screen. */
function WideTable({
  caption,
  className = '',
  children,
}: {
  caption: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must be able to
      tabIndex={0}
      aria-label={caption}
      className={`overflow-x-auto print:overflow-visible ${className}`}
    >
      <table className="w-full border-collapse text-sm sm:text-base print:text-sm">
        <caption className="pb-2 text-left font-bold text-lg">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

/** The delivered lines, grouped by VAT rate. */
function Lines({ order }: { order: ShownOrder }) {
  const { t } = useText();
  return (
    <WideTable caption={t('orders.invoiceLines')}>
      <thead>
        <tr className="border-control border-b">
          <th scope="col" className="py-2 text-left">
            {t('orders.article')}
          </th>
          <AmountHeads />
        </tr>
      </thead>
      {invoiceGroups(order).map((group) => (
        <Group key={group.percent} group={group} order={order} />
      ))}
    </WideTable>
  );
}

function AmountHeads() {
  const { t } = useText();
  return (['orders.net', 'orders.vat', 'orders.gross'] as const).map((name) => (
    <th key={name} scope="col" className={amount}>
      {t(name)}
    </th>
  ));
}

function Group({ group, order }: { group: InvoiceGroup; order: ShownOrder }) {
  const rate = useRate();
  const items = new Map(order.items.map((item) => [item.item_id, item]));
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className="bg-surface-muted px-2 py-1 text-left font-semibold">
          {rate(group.percent)}
        </th>
      </tr>
      {group.lines.map((line) => (
        <Line
          key={line.item ?? 'delivery'}
          line={line}
          item={line.item === undefined ? undefined : items.get(line.item)}
          order={order}
        />
      ))}
    </tbody>
  );
}

function Line({ line, item, order }: { line: InvoiceLine; item: ShownItem | undefined; order: ShownOrder }) {
  const { t, label } = useText();
  return (
    <tr className="break-inside-avoid border-divider border-b">
      <th scope="row" className="wrap-anywhere min-w-24 py-2 text-left align-top font-normal">
        {item ? (
          <>
            {item.qty_ordered} × {item.name}
            <span className="block text-muted text-sm">{item.sku}</span>
            <ChosenOptions options={item.options} />
          </>
        ) : (
          translateShippingTitle(order.shipping_description, label) || t('cart.delivery')
        )}
      </th>
      <Amounts of={line} currency={order.order_currency_code} />
    </tr>
  );
}

function Amounts({ of: { net, vat, gross }, currency }: { of: Omit<InvoiceLine, 'item'>; currency: string }) {
  const price = useOrderCurrency(currency);
  return [net, vat, gross].map((value, column) => (
    <td key={column} className={amount}>
      {price(value)}
    </td>
  ));
}

/** The VAT per rate and the amount paid. */
function Totals({ order }: { order: ShownOrder }) {
  const { t } = useText();
  const currency = order.order_currency_code;
  const price = useOrderCurrency(currency);
  const rate = useRate();
  return (
    <WideTable caption={t('orders.perRate')} className="break-inside-avoid">
      <thead>
        <tr className="border-control border-b">
          <td />
          <AmountHeads />
        </tr>
      </thead>
      <tbody>
        {invoiceTaxes(order).map(({ percent, ...row }) => (
          <tr key={percent} className="border-divider border-b">
            <th scope="row" className="py-2 text-left font-normal">
              {rate(percent)}
            </th>
            <Amounts of={row} currency={currency} />
          </tr>
        ))}
        <tr className="font-bold text-lg">
          <th scope="row" className="py-2 text-left">
            {t('orders.total')}
          </th>
          <td colSpan={3} className={amount}>
            {price(order.grand_total + (order.voucher_amount ?? 0))}
          </td>
        </tr>
      </tbody>
    </WideTable>
  );
}

/** Names a VAT rate in the current language. */
function useRate(): (percent: number) => string {
  const { t, number } = useText();
  return (percent) =>
    percent === 0
      ? t('orders.zeroRated')
      : t('orders.rate', {
          percent: number(Number(`${percent}e-2`), { style: 'percent', maximumFractionDigits: 3 }),
        });
}
