import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { bareLine } from '../../cart/sync/cart-view.ts';
import { newLine } from '../../cart/testing/test-cart-line.ts';
import type { MadeOffline, OfflineOrder, OrderedLine } from '../outbox/offline-order.ts';

function orderedLine(sku: string, qty: number): OrderedLine {
  const line = bareLine(newLine(sku));
  return { ...line, key: lineKey(line), qty, row: line.unit * qty };
}

/** A guest's stored order of products without shipping, R10.00 per unit. */
export function madeOffline(
  id: string,
  quantities: Readonly<Record<string, number>>,
  more: Partial<OfflineOrder> = {},
): MadeOffline {
  const lines = Object.entries(quantities).map(([sku, qty]) => orderedLine(sku, qty));
  const grandTotal = lines.reduce((sum, { row }) => sum + row, 0);
  const totals = { subtotal: grandTotal, discount: 0, shipping: undefined, grandTotal };
  return {
    ...{ id, at: 1, cartToken: '', customer: undefined, grandTotal },
    body: { order_id: id, products: [], addressInformation: { payment_method_code: 'free' } },
    offline: {
      ...{
        state: 'sending',
        isTaken: true,
        isPosted: false,
        place: undefined,
        store: undefined,
      },
      shown: { lines, totals, way: undefined, coupon: undefined, voucher: undefined },
      ...more,
    },
  };
}
