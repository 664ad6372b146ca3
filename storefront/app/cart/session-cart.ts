import type { SessionEnd } from '../accounts/session/session-events.ts';
import { cleared, keptOf } from './cart-box.ts';
import type { CartKeeper } from './cart-keeper.ts';

/** Whoever ended it meant it: nothing of the cart stays here (accounts 4.1). The server keeps it. */
const meant: ReadonlySet<SessionEnd> = new Set(['logout', 'erased']);

/**
 * A session ended. A guest's cart, which no login has reached, survives a login that failed or a session that
 * was refused; a customer's never does. What another tab ended is cleared by that tab.
 */
export async function forgetAtEnd(cart: CartKeeper, how: SessionEnd): Promise<void> {
  if (how === 'elsewhere') return cart.wake();
  const isMeant = meant.has(how);
  await cart.change((box) => (isMeant || keptOf(box).owner !== undefined ? cleared(box) : box));
  await cart.wake();
}
