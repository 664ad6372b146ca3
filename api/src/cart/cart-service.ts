import { mergePlan } from '@fynbos/core/cart/merge.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { hashOf, newToken } from '../accounts/token.ts';
import type { Db } from '../db.ts';
import type { Carts, Shopper } from './carts.ts';
import {
  type CartRow,
  closeMergedCart,
  countWrite,
  findCartOfCustomer,
  findCartOfToken,
  insertCustomerCart,
  insertGuestCart,
  insertToken,
  lockCart,
  readLines,
  upsertLine,
} from './store.ts';
import { workLine } from './worked-cart.ts';

const longestToken = 200;

/**
 * The cart a token opens, for whoever may see it: a guest's for who has its token, a customer's for the
 * customer alone. Anything else is not found (T3).
 *
 * @throws Problem cart_not_found
 */
export async function getCart(
  { db }: Carts,
  token: string | undefined,
  { customer }: Shopper,
): Promise<CartRow> {
  const cart = await findCart(db, token);
  if (!cart || (cart.customer_id !== null && cart.customer_id !== customer?.id)) {
    throw new Problem('cart_not_found');
  }
  return cart;
}

async function findCart(db: Db, token: string | undefined): Promise<CartRow | undefined> {
  return token && token.length <= longestToken ? findCartOfToken(db, hashOf(token)) : undefined;
}

/**
 * A guest's new cart, or the customer's own with a token for this device; a guest's cart that is shown at
 * login goes into it, once (decision 21, T8).
 *
 * @param guestToken the guest's cart, where the caller has one
 * @returns the cart's token
 */
export function openCart(carts: Carts, shopper: Shopper, guestToken: string | undefined): Promise<string> {
  return carts.db.transaction().execute(async (trx) => {
    const cart = await cartFor(trx, shopper);
    const guest = shopper.customer ? await findCart(trx, guestToken) : undefined;
    if (guest && guest.customer_id === null && guest.id !== cart.id)
      await merge(carts, trx, shopper, cart, guest.id);
    const token = newToken();
    await insertToken(trx, hashOf(token), cart.id);
    return token;
  });
}

async function cartFor(trx: Db, { customer, view }: Shopper): Promise<CartRow> {
  const { code } = view.catalogue.view;
  if (!customer) return insertGuestCart(trx, code);
  await insertCustomerCart(trx, customer.id, code);
  return (await findCartOfCustomer(trx, customer.id, code))!;
}

/** Two logins at the same instant wait for each other here; the second finds the guest's cart used up. */
async function merge(carts: Carts, trx: Db, shopper: Shopper, own: CartRow, guestId: number): Promise<void> {
  const locked = [...[own.id, guestId].toSorted((one, other) => one - other)];
  const rows = new Map<number, CartRow | undefined>();
  for (const id of locked) rows.set(id, await lockCart(trx, id));
  if (!rows.get(guestId)) return;
  const [mine, theirs] = [await readLines(trx, own.id), await readLines(trx, guestId)];
  const counted = (lines: typeof mine) =>
    lines.map((row) => ({
      key: row.line_key,
      qty: row.qty,
      available: workLine(carts, shopper, row).facts?.candidate.available,
      row,
    }));
  for (const { line, qty } of mergePlan(counted(mine), counted(theirs))) {
    const { line_key, sku, parent_sku, product_option } = line.row;
    await upsertLine(trx, { cart_id: own.id, line_key, sku, parent_sku, product_option, qty });
  }
  await closeMergedCart(trx, guestId, own.id);
  await countWrite(trx, own.id, carts.now());
}
