import type { Carts, Shopper } from './carts.ts';
import { type CartRow, readLines } from './store.ts';
import { type WorkedCart, workOut } from './worked-cart.ts';

/** The cart as it stands now, worked out. */
export async function readCart(carts: Carts, shopper: Shopper, cart: CartRow): Promise<WorkedCart> {
  return workOut(carts, shopper, cart, await readLines(carts.db, cart.id));
}
