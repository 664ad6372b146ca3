/** One order of the history, as its page lists it. */
export interface OrderLine {
  /** What its page is found by. */
  id: string;
  number: string;
  /** When it was placed, ISO 8601. */
  at: string;
  /** Of the whole order, in the shop's currency. */
  total: number;
  items: { sku: string; name: string; quantity: number; total: number }[];
}

/** Reads an order of the wire (wire contract 1.3): times are UTC without saying so; lines of a set are left out. */
export function readOrder(order: Readonly<Record<string, unknown>>): OrderLine {
  const items = Array.isArray(order.items) ? (order.items as Record<string, unknown>[]) : [];
  return {
    id: String(order.entity_id ?? ''),
    number: String(order.increment_id ?? order.entity_id ?? ''),
    at: utc(String(order.created_at ?? '')),
    total: Number(order.grand_total ?? 0),
    items: items
      .filter(({ parent_item_id }) => !parent_item_id)
      .map(({ sku, name, qty_ordered, row_total_incl_tax }) => ({
        sku: String(sku ?? ''),
        name: String(name ?? ''),
        quantity: Number(qty_ordered ?? 0),
        total: Number(row_total_incl_tax ?? 0),
      })),
  };
}

/** «2024-05-04 10:11:12» as `2024-05-04T10:11:12Z`. */
function utc(at: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at) ? `${at.replace(' ', 'T')}Z` : at;
}
