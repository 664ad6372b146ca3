import { mergePlan } from '@fynbos/core/cart/cart-merge.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { lockActor } from '../accounts/sessions/actor.ts';
import type { Actor } from '../context.ts';
import type { Db } from '../db.ts';
import { derivedToken, hashOf, newToken } from '../platform/security/random-token.ts';
import { workLine } from './calculated-cart.ts';
import type { Carts, Shopper } from './records/cart-context.ts';
import {
  closeMergedCart,
  closeOrderedCart,
  type FoundCart,
  findCart,
  findCartOfToken,
  insertCartApart,
  insertGuestCart,
  insertToken,
  type LineRow,
  lockCart,
  lockCartNow,
  lockCustomerCart,
  writeCart,
} from './records/cart-store.ts';

/** The parts of the store that orders use. */
export {
  closeOrderedCart,
  closeUnchangedCart,
  type FoundCart,
  lockCartNow,
  readMergedCarts,
  type StoredCart,
} from './records/cart-store.ts';

const maxTokenLength = 200;
/** Twice the limit of a cart, so that a whole guest cart fits in addition to the customer's own. */
const maxMergedLines = 1000;

/**
 * Finds the cart of a token. A guest's cart is open to the holder of its token, a customer's cart to the
 * customer alone. Any other cart is not found (T3).
 * @param key the `Idempotency-Key` of the write that opens the cart
 * @throws Problem cart_not_found
 */
export async function getCart(
  { db }: Carts,
  token: string | undefined,
  { customer }: Shopper,
  key?: string,
): Promise<FoundCart> {
  const foundCart = await findByToken(db, token, key);
  if (!foundCart || (foundCart.cart.customer_id !== null && foundCart.cart.customer_id !== customer?.id)) {
    throw new Problem('cart_not_found');
  }
  return foundCart;
}

async function findByToken(db: Db, token: string | undefined, key?: string): Promise<FoundCart | undefined> {
  return token && token.length <= maxTokenLength ? findCartOfToken(db, hashOf(token), key) : undefined;
}

/**
 * Opens a new cart for a guest, or the customer's own cart, whose token stays the same while it is the same
 * cart (spec D4). A guest cart shown at login is merged into it, once (spec D21, T8).
 * @param guestToken the guest's cart, where the caller has one
 * @param apart always opens a new cart, for one order that was made offline; nothing is merged into it
 * @returns the cart's token
 * @throws Problem not_logged_in when the customer's session has ended meanwhile
 */
export async function openCart(
  carts: Carts,
  shopper: Shopper,
  guestToken: string | undefined,
  apart = false,
): Promise<string> {
  const { code } = shopper.view.catalogue.view;
  const { customer } = shopper;
  if (customer && !apart) return openCustomerCart(carts, shopper, customer, guestToken);
  const token = newToken();
  if (customer)
    await carts.db.transaction().execute(async (trx) => {
      await lockActor(trx, customer);
      await insertCartApart(trx, customer.id, code, hashOf(token));
    });
  else await insertGuestCart(carts.db, code, hashOf(token));
  return token;
}

function openCustomerCart(
  carts: Carts,
  shopper: Shopper,
  customer: Pick<Actor, 'id' | 'sessionId'>,
  guestToken: string | undefined,
): Promise<string> {
  return carts.db.transaction().execute(async (trx) => {
    const guest = await findByToken(trx, guestToken);
    // Carts are locked in the same order everywhere, a guest's before a customer's, which prevents
    // deadlocks.
    if (guest?.cart.customer_id === null) await lockCart(trx, guest.cart.id);
    await lockActor(trx, customer);
    const cartId = await lockCustomerCart(trx, customer.id, shopper.view.catalogue.view.code);
    if (guest?.cart.customer_id === null)
      await merge(carts, trx, shopper, { ownId: cartId, guestId: guest.cart.id });
    const token = derivedToken(carts.tokenSecret, 'cart', cartId, customer.id);
    await insertToken(trx, hashOf(token), cartId);
    return token;
  });
}

/**
 * Merges a guest's cart into the customer's. Of two concurrent logins, the second finds the guest's cart
 * closed. Both carts are locked.
 */
async function merge(
  carts: Carts,
  trx: Db,
  shopper: Shopper,
  { ownId, guestId }: { ownId: number; guestId: number },
): Promise<void> {
  const [ownCart, guest] = [await findCart(trx, ownId), await findCart(trx, guestId)];
  if (!ownCart || !guest) return;
  const counted = (lines: readonly LineRow[]) =>
    lines.map((row) => ({
      key: row.line_key,
      qty: row.qty,
      available: workLine(carts, shopper, row).facts?.candidate.available,
      row,
    }));
  const put = mergePlan(counted(ownCart.lines), counted(guest.lines))
    .filter((step, index) => step.do === 'set' || ownCart.lines.length + index < maxMergedLines)
    .map(({ line, qty }) => ({ ...line.row, qty }));
  const coupon_code = ownCart.cart.coupon_code ?? guest.cart.coupon_code;
  const voucher_code = ownCart.cart.voucher_code ?? guest.cart.voucher_code;
  const change = { put, fields: { coupon_code, voucher_code } };
  await writeCart(trx, ownCart.cart, change, {
    key: undefined,
    fingerprint: '',
    result: null,
    now: carts.now(),
  });
  await closeMergedCart(trx, guestId, ownId);
}

/** The current cart, locked until the transaction ends; undefined when it is closed. */
export async function findLockedCart(db: Db, id: number): Promise<FoundCart | undefined> {
  await lockCart(db, id);
  return findCart(db, id);
}

/**
 * Removes ordered quantities from a cart, and closes the cart when nothing is left. Products that the
 * shopper added since then stay. The cart is locked by the caller's transaction from here on.
 */
export async function removeOrdered(
  db: Db,
  id: number,
  ordered: readonly { line_key: string; qty: number }[],
  at: Date,
): Promise<void> {
  // A guest's cart may have been merged into the customer's own since then.
  const now = await lockCartNow(db, id);
  const held = await findCart(db, now);
  if (!held) return;
  const left = held.lines.map((line) => {
    const of = ordered.find(({ line_key }) => line_key === line.line_key);
    return { ...line, qty: line.qty - (of?.qty ?? 0) };
  });
  const remaining = left.filter(({ qty }) => qty > 0);
  if (remaining.length === 0) return void (await closeOrderedCart(db, now, at));
  const change = {
    put: remaining,
    remove: left.filter(({ qty }) => qty <= 0).map((line) => line.id),
    // The order used them.
    fields: { coupon_code: null, voucher_code: null },
  };
  await writeCart(db, held.cart, change, { key: undefined, fingerprint: '', result: null, now: at });
}
