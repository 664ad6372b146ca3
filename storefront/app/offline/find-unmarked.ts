import { openCart } from '../cart/cart-door.ts';
import { readCount } from '../cart/cart-keys.ts';
import { orderedCarts, orderedKey } from '../cart/ordered-carts.ts';
import { ownKey } from '../kept-here.ts';
import { cartBoxName, orderBoxName, taskBoxName } from './box-names.ts';
import { isWaitingIn, peek } from './peek.ts';
import { taskMark } from './task-mark.ts';

/**
 * Pages know by marks in `localStorage` in which box there is something, and fetch its code only then. A phone that goes out
 * has written the boxes (accounts 9), and perhaps not the marks, which browsers write a few seconds later: so a page at rest
 * looks into the boxes, and what it finds is marked and shown. Rejects where its code cannot be had.
 */
export async function findUnmarked(): Promise<void> {
  const [orders, tasks, cart] = await peek([orderBoxName, taskBoxName, cartBoxName].map(ownKey));
  if (orderedCarts().length === 0 && isWaitingIn(orders)) {
    await (await import('../checkout/order-queue.ts')).ordersLoaded;
    // This page hears nothing of its own writing.
    dispatchEvent(new StorageEvent('storage', { key: orderedKey }));
  }
  if (!taskMark() && isWaitingIn(tasks)) await (await import('./task-queue.ts')).tasksLoaded;
  const isKept = isWaitingIn(cart) || (cart?.kept?.items?.length ?? 0) > 0;
  if (readCount() === 0 && isKept) await openCart();
}
