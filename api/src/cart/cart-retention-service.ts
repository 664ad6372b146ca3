import type { PersonalDataSource } from '../accounts/customers/account-context.ts';
import type { Db } from '../db.ts';
import {
  deleteCartsOf,
  deleteLooseCartsBefore,
  deleteWritesBefore,
  readCartsOf,
} from './records/cart-store.ts';

/** The personal data of a customer in carts. */
export const cartPersonalData: PersonalDataSource = {
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
  discard: (db, { id }) => deleteCartsOf(db, id),
};

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** A guest without a write for this long has a new browser by now. A customer's own cart is not deleted. */
const guestCartRetentionMs = 90 * dayMs;
/** A write whose response was lost is repeated within this time (T32). */
const writeKeyRetentionMs = dayMs;

/** Deletes old guest carts, carts of orders that were never placed, and the keys of old writes. */
export async function sweepCarts(db: Db, now: Date): Promise<void> {
  await deleteLooseCartsBefore(db, new Date(now.getTime() - guestCartRetentionMs));
  await deleteWritesBefore(db, new Date(now.getTime() - writeKeyRetentionMs));
}
