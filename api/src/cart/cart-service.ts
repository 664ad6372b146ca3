import { mergePlan } from '@fynbos/core/cart/merge.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { hashOf, newToken } from '../accounts/token.ts';
import type { Db } from '../db.ts';
import type { Carts, Shopper } from './carts.ts';
import {
  closeMergedCart,
  closeOrderedCart,
  type FoundCart,
  findCart,
  findCartOfToken,
  holdCustomerCart,
  insertCartApart,
  insertGuestCart,
  insertToken,
  type LineRow,
  lockCart,
  lockCartNow,
  readMergedCarts,
  writeCart,
} from './store.ts';
import { workLine } from './worked-cart.ts';

const longestToken = 200;
/** Twice what a cart takes by hand: room for one whole guest's cart beside the customer's own. */
const mostMergedLines = 1000;

/**
 * The cart a token opens, for whoever may see it: a guest's for who has its token, a customer's for the
 * customer alone. Anything else is not found (T3).
 *
 * @param key the `Idempotency-Key` of the write it is opened for
 * @throws Problem cart_not_found
 */
export async function getCart(
  { db }: Carts,
  token: string | undefined,
  { customer }: Shopper,
  key?: string,
): Promise<FoundCart> {
  const found = await findByToken(db, token, key);
  if (!found || (found.cart.customer_id !== null && found.cart.customer_id !== customer?.id)) {
    throw new Problem('cart_not_found');
  }
  return found;
}

async function findByToken(db: Db, token: string | undefined, key?: string): Promise<FoundCart | undefined> {
  return token && token.length <= longestToken ? findCartOfToken(db, hashOf(token), key) : undefined;
}

/**
 * A guest's new cart, or the customer's own with a token for this device; a guest's cart that is shown at
 * login goes into it, once (decision 21, T8).
 *
 * @param guestToken the guest's cart, where the caller has one
 * @param apart a new cart in any case, for one order that was made without a network: nothing is merged into it
 * @returns the cart's token
 */
export async function openCart(
  carts: Carts,
  shopper: Shopper,
  guestToken: string | undefined,
  apart = false,
): Promise<string> {
  const token = newToken();
  const { code } = shopper.view.catalogue.view;
  const { customer } = shopper;
  if (!customer) await insertGuestCart(carts.db, code, hashOf(token));
  else if (apart) await insertCartApart(carts.db, customer.id, code, hashOf(token));
  else
    await carts.db.transaction().execute(async (trx) => {
      const guest = await findByToken(trx, guestToken);
      // Carts are held in one order everywhere, a guest's before a customer's, so that nobody waits in a circle.
      if (guest?.cart.customer_id === null) await lockCart(trx, guest.cart.id);
      const own = await holdCustomerCart(trx, customer.id, code);
      if (guest?.cart.customer_id === null) await merge(carts, trx, shopper, own, guest.cart.id);
      await insertToken(trx, hashOf(token), own);
    });
  return token;
}

/** Of two logins at the same instant the second finds the guest's cart used up. Both carts are held. */
async function merge(carts: Carts, trx: Db, shopper: Shopper, ownId: number, guestId: number): Promise<void> {
  const [own, guest] = [await findCart(trx, ownId), await findCart(trx, guestId)];
  if (!own || !guest) return;
  const counted = (lines: readonly LineRow[]) =>
    lines.map((row) => ({
      key: row.line_key,
      qty: row.qty,
      available: workLine(carts, shopper, row).facts?.candidate.available,
      row,
    }));
  const put = mergePlan(counted(own.lines), counted(guest.lines))
    .filter((step, index) => step.do === 'set' || own.lines.length + index < mostMergedLines)
    .map(({ line, qty }) => ({ ...line.row, qty }));
  const coupon_code = own.cart.coupon_code ?? guest.cart.coupon_code;
  const voucher_code = own.cart.voucher_code ?? guest.cart.voucher_code;
  const change = { put, kept: { coupon_code, voucher_code } };
  await writeCart(trx, own.cart, change, { key: undefined, fingerprint: '', answer: null }, carts.now());
  await closeMergedCart(trx, guestId, ownId);
}

/** A cart as it stands, held until the transaction ends; undefined when it is used up. */
export async function holdCart(db: Db, id: number): Promise<FoundCart | undefined> {
  await lockCart(db, id);
  return findCart(db, id);
}

/**
 * Takes out of a cart what was ordered of it some time ago; a cart that has nothing else is used up. What the shopper
 * added meanwhile stays. The cart is held by the caller's transaction from here on.
 */
export async function takeOrdered(
  db: Db,
  id: number,
  ordered: readonly { line_key: string; qty: number }[],
  at: Date,
): Promise<void> {
  // A guest's cart may have gone into the customer's own since.
  const now = await lockCartNow(db, id);
  const held = await findCart(db, now);
  if (!held) return;
  const left = held.lines.map((line) => {
    const of = ordered.find(({ line_key }) => line_key === line.line_key);
    return { ...line, qty: line.qty - (of?.qty ?? 0) };
  });
  const stays = left.filter(({ qty }) => qty > 0);
  if (stays.length === 0) return void (await closeOrderedCart(db, now, at));
  const change = {
    put: stays,
    remove: left.filter(({ qty }) => qty <= 0).map((line) => line.id),
    // They were used with the order.
    kept: { coupon_code: null, voucher_code: null },
  };
  await writeCart(db, held.cart, change, { key: undefined, fingerprint: '', answer: null }, at);
}

/** A cart and those that were merged into it: orders of any of them are of the same goods. */
export const cartFamily = (db: Db, id: number): Promise<number[]> => readMergedCarts(db, id);

/** Holds a cart where it is now: a guest's goes into the customer's own at login. @returns the id of that */
export const holdCartNow = (db: Db, id: number): Promise<number> => lockCartNow(db, id);

/** Uses a cart up: it was ordered. */
export const useCartUp = (db: Db, id: number, at: Date): Promise<boolean> => closeOrderedCart(db, id, at);
