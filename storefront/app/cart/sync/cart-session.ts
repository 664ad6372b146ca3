import { ApiProblem } from '../../platform/api/api-problem.ts';
import type { SessionEnd } from '../../platform/session/session-events.ts';
import { type CartOutbox, cleared, snapshotOf } from './cart-outbox.ts';
import type { CartStore } from './cart-store.ts';

/** The session was ended on purpose: the browser forgets the cart (spec accounts 4.1). The server retains it. */
export const isMeant = (how: SessionEnd): boolean => how === 'logout' || how === 'erased';

/** The cart after the end of a session. */
export const leftAt = (how: SessionEnd) => (outbox: CartOutbox) =>
  isMeant(how) || snapshotOf(outbox).owner !== undefined ? cleared(outbox) : outbox;

/**
 * Clears the cart after the end of a session. A guest's cart that no login has reached survives a failed
 * login or a refused session; a customer's cart never does. A session ended in another tab is cleared by
 * that tab.
 */
export async function forgetAtEnd(cart: CartStore, how: SessionEnd): Promise<void> {
  if (how === 'elsewhere') return cart.sessionChanged();
  if (isMeant(how)) cart.parts.outbox.dropUnsaved();
  await cart.change(leftAt(how));
  await cart.sessionChanged();
}

/**
 * The shopper as this tab knows it. If another tab has logged in as a different customer, the stored
 * profile that all tabs share is newer.
 * @throws ApiProblem `unreachable` until this tab has received the change
 */
export function shopperOf(known: number | undefined, shared: number | undefined): number | undefined {
  if (shared !== undefined && shared !== known) throw new ApiProblem('unreachable');
  return known;
}
