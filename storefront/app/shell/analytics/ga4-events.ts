import { type Cents, centsToDecimal, decimalToCents, scaleCents, timesQuantity } from '@fynbos/core/money.ts';
import type {
  MeasuredCart,
  MeasuredCartLine,
  MeasuredLine,
} from '../../platform/analytics/event-payloads.ts';
import type { Commerce, Item, ShopEvent } from '../../platform/analytics/ga4-event.ts';
import type { Happening } from '../../platform/analytics/shop-events.ts';
import { storeView } from '../../platform/api/api-settings.ts';

type Of<Kind extends Happening['kind']> = Extract<Happening, { kind: Kind }>;
type Shown = Omit<MeasuredLine, 'product_option'>;

/** An event, with the skus under which its products are listed. */
export interface Made {
  event: ShopEvent;
  products: string[];
}

/** A product page was opened, with the variant it shows. */
export function viewEvent({ page: { product }, variant }: Of<'viewed'>, seller: string): Made {
  const shown = variant ?? product;
  const unit = decimalToCents(shown.final_price_incl_tax ?? 0) ?? 0;
  const original = decimalToCents(shown.original_price_incl_tax ?? 0) ?? 0;
  const options = product.configurable_options.flatMap(({ attribute_code, label, values }) => {
    // On its page a variant has its option values as text.
    const chosen = values.find(({ value_index }) => String(value_index) === variant?.[attribute_code]);
    return chosen ? [{ label, value: chosen.label }] : [];
  });
  const { name } = product;
  const line = { sku: shown.sku, parentSku: product.sku, name, unit, original, options };
  return made('view_item', [{ line, qty: 1 }], seller);
}

/** Events for added and removed items: at most one of each. */
export function cartEvents({ before, entries }: Of<'cart'>, seller: string): Made[] {
  const moves = entries.flatMap((entry) => movesOf(before, entry));
  const out = moves.filter(({ qty }) => qty < 0).map(({ line, qty }) => ({ line, qty: -qty }));
  const into = moves.filter(({ qty }) => qty > 0);
  return [
    ...(out.length > 0 ? [made('remove_from_cart', out, seller)] : []),
    ...(into.length > 0 ? [made('add_to_cart', into, seller)] : []),
  ];
}

interface Move {
  line: Shown;
  qty: number;
}

function movesOf(before: readonly MeasuredCartLine[], entry: Of<'cart'>['entries'][number]): Move[] {
  if (entry.kind === 'add') return [{ line: entry.line, qty: entry.qty }];
  const known = before.find(({ key }) => key === entry.key);
  if (!known) return [];
  if (entry.kind === 'remove') return [{ line: known, qty: -known.qty }];
  if (entry.kind === 'set' || isSame(entry.line, known)) return [{ line: known, qty: entry.qty - known.qty }];
  return [
    { line: known, qty: -known.qty },
    { line: entry.line, qty: entry.qty },
  ];
}

const isSame = (left: MeasuredLine, right: MeasuredLine) =>
  left.sku === right.sku && JSON.stringify(left.product_option) === JSON.stringify(right.product_option);

/** An event outside a checkout, with each item at its unit price. */
function made(event: ShopEvent['event'], moves: readonly Move[], seller: string): Made {
  const rows = moves.map(({ line, qty }) => ({ line, qty, row: timesQuantity(line.unit, qty) }));
  const value = centsToDecimal(rows.reduce((sum, { row }) => sum + row, 0));
  const items = rows.map(({ line, qty, row }, index) => itemOf(line, { qty, index, seller, row }));
  return {
    event: { event, ecommerce: { currency: storeView().currency, value, items } },
    products: moves.map(({ line }) => listedAs(line)),
  };
}

export function checkoutEvent({ cart }: Of<'checkout'>, seller: string): Made {
  return {
    event: { event: 'begin_checkout', ecommerce: commerceOf(cart, seller) },
    products: cart.lines.map(listedAs),
  };
}

/** A cart with the amounts to pay: prices include promotions and coupon, as Google requires. */
export function commerceOf({ lines, totals }: MeasuredCart, seller: string): Commerce {
  const { coupon, shipping = 0, grandTotal } = totals;
  return {
    currency: storeView().currency,
    value: centsToDecimal(grandTotal - shipping),
    ...(coupon && { coupon }),
    items: lines.map((line, index) => {
      const byCoupon = line.discount > 0 && line.deals.length === 0 && coupon;
      const item = itemOf(line, { qty: line.qty, index, seller, row: line.row });
      return byCoupon ? { ...item, coupon } : item;
    }),
  };
}

function itemOf(
  line: Shown,
  { qty, index, seller, row }: { qty: number; index: number; seller: string; row: Cents },
): Item {
  const { sku, name, original, options } = line;
  const discount = scaleCents(timesQuantity(original, qty) - row, 1, qty);
  return {
    item_id: sku,
    item_name: name,
    affiliation: seller,
    ...(discount > 0 && { discount: centsToDecimal(discount) }),
    index,
    ...(options.length > 0 && { item_variant: options.map(({ value }) => value).join(', ') }),
    price: centsToDecimal(scaleCents(row, 1, qty)),
    quantity: qty,
  };
}

export const listedAs = ({ sku, parentSku }: Pick<MeasuredLine, 'sku' | 'parentSku'>): string =>
  parentSku || sku;
