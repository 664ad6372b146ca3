import { isLine } from '../cart/cart-shape.ts';
import { isLike, isListOf } from '../kept-shape.ts';
import type { BoxShape } from '../offline/box-shape.ts';
import type { KeptOrders, WaitingOrder } from './order-box.ts';

/** The orders as their box holds them. */
export const orderShape: BoxShape<KeptOrders, WaitingOrder> = {
  isKept: (kept): kept is KeptOrders =>
    isLike(kept, { placed: 'list', refused: 'list' }) &&
    isListOf(kept.placed, (one) => isLike(one, { id: 'string', number: 'string' })) &&
    isListOf(kept.refused, (one) => isLike(one, { id: 'string', problem: 'record' })),
  isEntry: (entry): entry is WaitingOrder =>
    isLike(entry, { id: 'string', cartToken: 'string', grandTotal: 'number', body: 'record' }) &&
    isLike(entry.body, { products: 'list', addressInformation: 'record' }) &&
    (entry.offline === undefined || isOffline(entry.offline)),
};

const isOffline = (kept: unknown): boolean =>
  isLike(kept, { state: 'string', shown: 'record', isTaken: 'boolean', isPosted: 'boolean' }) &&
  isLike(kept.shown, { lines: 'list', totals: 'record' }) &&
  isListOf(kept.shown.lines, (one) => isLine(one) && isLike(one, { key: 'string', qty: 'number' }));
