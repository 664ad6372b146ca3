import type { Keeper } from '../accounts/accounts.ts';
import type { Db } from '../db.ts';
import { deleteCartsOf, deleteLooseCartsBefore, deleteWritesBefore, readCartsOf } from './store.ts';

/** What carts know of a customer. */
export const cartKeeper: Keeper = {
  name: 'carts',
  async exportOf(db, { id }) {
    return (await readCartsOf(db, id)).map(({ cart: { coupon_code, voucher_code, shipping }, lines }) => ({
      lines: lines.map(({ sku, qty, product_option }) => ({ sku, qty, product_option })),
      coupon_code,
      voucher_code,
      shipping,
    }));
  },
  erase: (db, { id }) => deleteCartsOf(db, id),
};

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** Who wrote nothing for so long has another browser by now; a customer's own cart stays. */
const looseStayMs = 90 * dayMs;
/** So long a browser may have been offline and still send what it did. */
const keysStayMs = 30 * dayMs;

/** Forgets old carts of guests, those of orders that never came, and the keys of old writes. */
export async function sweepCarts(db: Db, now: Date): Promise<void> {
  await deleteLooseCartsBefore(db, new Date(now.getTime() - looseStayMs));
  await deleteWritesBefore(db, new Date(now.getTime() - keysStayMs));
}
