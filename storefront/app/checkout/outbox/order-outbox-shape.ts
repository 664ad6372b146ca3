import { isLine } from '../../cart/sync/cart-outbox-shape.ts';
import type { OutboxShape } from '../../platform/outbox/outbox-shape.ts';
import { isLike, isListOf } from '../../platform/storage/stored-shape.ts';
import type { WaitingOrder } from './offline-order.ts';
import type { OrderResults } from './order-outbox.ts';

/** The stored format of the order outbox. */
export const orderShape: OutboxShape<OrderResults, WaitingOrder> = {
  isSnapshot: (value): value is OrderResults =>
    isLike(value, { placed: 'list', refused: 'list' }) &&
    isListOf(value.placed, (result) => isLike(result, { id: 'string', number: 'string' })) &&
    isListOf(value.refused, (result) => isLike(result, { id: 'string', problem: 'record' })),
  isEntry: (entry): entry is WaitingOrder =>
    isLike(entry, { id: 'string', cartToken: 'string', grandTotal: 'number', body: 'record' }) &&
    isLike(entry.body, { products: 'list', addressInformation: 'record' }) &&
    (entry.offline === undefined || isOffline(entry.offline)),
};

const isOffline = (value: unknown): boolean =>
  isLike(value, { state: 'string', shown: 'record', isTaken: 'boolean', isPosted: 'boolean' }) &&
  isLike(value.shown, { lines: 'list', totals: 'record' }) &&
  isListOf(value.shown.lines, (line) => isLine(line) && isLike(line, { key: 'string', qty: 'number' }));
