import type { SessionEnd } from '../accounts/session/session-events.ts';
import { ApiProblem } from '../api-problem.ts';
import { type CartBox, cleared, keptOf } from './cart-box.ts';
import type { CartKeeper } from './cart-keeper.ts';

/** Whoever ended it meant it: nothing of the cart stays here (accounts 4.1). The server keeps it. */
export const isMeant = (how: SessionEnd): boolean => how === 'logout' || how === 'erased';

/** What stays of a cart. */
export const leftAt = (how: SessionEnd) => (box: CartBox) =>
  isMeant(how) || keptOf(box).owner !== undefined ? cleared(box) : box;

/**
 * A session ended. A guest's cart, which no login has reached, survives a login that failed or a session that
 * was refused; a customer's never does. What another tab ended is cleared by that tab.
 */
export async function forgetAtEnd(cart: CartKeeper, how: SessionEnd): Promise<void> {
  if (how === 'elsewhere') return cart.sessionChanged();
  if (isMeant(how)) cart.parts.unwritten.drop(() => true);
  await cart.change(leftAt(how));
  await cart.sessionChanged();
}

/**
 * Who is shopping: what this tab knows, unless another tab has logged in as somebody else and the news is
 * still on its way. What is shared by all tabs (the kept profile) is newer then.
 *
 * @throws ApiProblem `unreachable` while this tab does not know it yet: there is nothing to do but wait
 */
export function shopperOf(known: number | undefined, shared: number | undefined): number | undefined {
  if (shared !== undefined && shared !== known) throw new ApiProblem('unreachable');
  return known;
}
