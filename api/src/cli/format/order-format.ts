import type { Address } from '@fynbos/core/accounts/address.ts';
import { cleanLine } from '@fynbos/core/clean-text.ts';
import type { Cents } from '@fynbos/core/money.ts';
import type { getOrder } from '../../orders/records/order-service.ts';
import { money } from './money-format.ts';
import { shopTime } from './shop-time.ts';

export type OrderWithLines = Awaited<ReturnType<typeof getOrder>>;

/** An order in full, for an operator: goods, addresses, payment and history. */
export function describeOrder(details: OrderWithLines): string[] {
  const { order, lines, taxes, events } = details;
  const price = money(order.currency);
  return [
    `${order.number}  ${order.state}, placed ${shopTime(order.placed_at)}`,
    `  ${order.email}${order.customer_id === null ? ', guest' : `, customer ${order.customer_id}`}`,
    ...addresses(details).map(([name, address]) => `  ${name}  ${onOneLine(address)}`),
    `  ${[order.payment_title, order.shipping_title, order.fulfilment_store].filter(Boolean).join('; ')}`,
    ...(order.shipping_extra
      ? [`  delivery details: ${cleanLine(JSON.stringify(order.shipping_extra))}`]
      : []),
    ...(order.payment_additional === null
      ? []
      : [`  payment details: ${cleanLine(JSON.stringify(order.payment_additional))}`]),
    ...lines.map(({ qty, sku, name, options, paid_cents }) => {
      const chosen = options.map((choice) => `${choice.label}: ${cleanLine(choice.value)}`);
      return `  ${String(qty).padStart(4)} × ${sku}  ${[name, ...chosen].join(', ')}  ${price(paid_cents)}`;
    }),
    ...costs(details, price),
    ...taxes.map(
      ({ rate, net_cents, tax_cents }) => `  ${rate} % tax of ${price(net_cents)}  ${price(tax_cents)}`,
    ),
    ...events.map(
      ({ occurred_at, state, actor, note }) =>
        `  ${shopTime(new Date(occurred_at))}  ${state}, ${actor}${note && `: ${note}`}`,
    ),
  ];
}

function addresses({ order }: OrderWithLines): [string, Address][] {
  const { shipping_address: shipping, billing_address: billing } = order;
  if (!shipping) return [['bill to', billing]];
  const isSame = onOneLine(shipping) === onOneLine(billing);
  return isSame
    ? [['to', shipping]]
    : [
        ['to', shipping],
        ['bill to', billing],
      ];
}

function onOneLine(address: Address): string {
  const { firstname, lastname, company, street, apartment, suburb, city, region, postcode, telephone } =
    address;
  const parts = [
    `${firstname} ${lastname}`,
    company,
    street,
    apartment,
    suburb,
    city,
    region,
    postcode,
    telephone,
  ];
  return parts.filter(Boolean).join(', ');
}

function costs({ order }: OrderWithLines, price: (cents: Cents) => string): string[] {
  const codes = [order.coupon_code, order.voucher_code].filter(Boolean).join(', ');
  return [
    `  goods ${price(order.subtotal_cents)}`,
    ...(order.discount_cents > 0 || codes
      ? [`  off ${price(order.discount_cents)}${codes && ` (${codes})`}`]
      : []),
    `  delivery ${price(order.shipping_cents)}${order.shipping_discount_cents > 0 ? `, off ${price(order.shipping_discount_cents)}` : ''}`,
    ...(order.voucher_cents > 0 ? [`  voucher ${price(order.voucher_cents)}`] : []),
    `  total ${price(order.grand_total_cents)}`,
    ...(order.captured_cents > 0
      ? [`  paid ${price(order.captured_cents)}, refunded ${price(order.refunded_cents)}`]
      : []),
  ];
}
