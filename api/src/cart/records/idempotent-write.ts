import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import { fingerprintOf } from '../../platform/http/request-fingerprint.ts';
import { bucketKey, type Limits } from '../../platform/rate-limit/rate-limits.ts';
import { takeTokens } from '../../platform/rate-limit/token-buckets.ts';
import type { Carts } from './cart-context.ts';
import {
  type CartChange,
  type FoundCart,
  findCart,
  insertWrite,
  type LineRow,
  lockCart,
  type StoredCart,
  writeCart,
} from './cart-store.ts';

/** Identifies a write of a client, so that repeating it changes nothing (spec D13). */
export interface WriteKey {
  /** The `Idempotency-Key`; without one every write is new. */
  key: string | undefined;
  /** The meaning of the request. The same key with another meaning is refused. */
  meaning: unknown;
  /** The client IP, from `clientIpOf`. */
  clientIp: string;
}

export interface Written<Result> extends StoredCart {
  result: Result;
}

/** Every keyed write stores a row, so their number is limited, far above what people and their devices send. */
const perCart = { burst: 600, perHour: 6000 };
const perClientIp = { burst: 3000, perHour: 30_000 };

/**
 * Counts a keyed write by cart and client IP (T32).
 * @throws Problem too_many_attempts
 */
function limitKeyedWrites(
  keyedWrites: Limits,
  { cartId, clientIp }: { cartId: number; clientIp: string },
): Promise<void> {
  return takeTokens(keyedWrites, [
    { key: bucketKey('cart-write', String(cartId)), rate: perCart },
    { key: bucketKey('cart-write-machine', clientIp), rate: perClientIp },
  ]);
}

/** Decides the changes of a write and its result from the current cart. It queries only the given database. */
export type Decide<Result> = (
  cart: StoredCart,
  db: Db,
) => Promise<CartChange & { result: Result }> | (CartChange & { result: Result });

/**
 * Carries out a write. The change is decided on the cart as it was read, and applied by one statement if
 * the cart still has that version. If another write was faster, the cart is locked and the change decided
 * again, so that writes to a cart are serialized. A repeated key returns the stored result. A refused write
 * changes nothing and is not stored. A write without effect stores its key only.
 * @param foundCart the cart, with the stored write of the key
 * @throws Problem cart_not_found, idempotency_conflict, too_many_attempts, and any error of `decide`
 */
export async function writeOnce<Result>(
  carts: Carts,
  foundCart: FoundCart,
  writeKey: WriteKey,
  decide: Decide<Result>,
): Promise<Written<Result>> {
  const { id } = foundCart.cart;
  const { key, clientIp } = writeKey;
  if (key !== undefined && !foundCart.before)
    await limitKeyedWrites(carts.keyedWrites, { cartId: id, clientIp });
  const first = await attempt(carts, foundCart, writeKey, decide);
  if (first) return first;
  return carts.db.transaction().execute(async (trx) => {
    await lockCart(trx, id);
    const held = await findCart(trx, id, writeKey.key);
    const second = held && (await attempt({ ...carts, db: trx }, held, writeKey, decide));
    if (!second) throw new Problem('cart_not_found');
    return second;
  });
}

async function attempt<Result>(
  { db, now }: Carts,
  { cart, lines, before }: FoundCart,
  { key, meaning }: WriteKey,
  decide: Decide<Result>,
): Promise<Written<Result> | undefined> {
  const fingerprint = key === undefined ? '' : fingerprintOf(meaning);
  if (before) {
    if (before.fingerprint !== fingerprint) throw new Problem('idempotency_conflict');
    // The same fingerprint means the same request, so the stored response has its result type.
    return { result: before.answer as Result, cart, lines };
  }
  const { result, ...change } = await decide({ cart, lines }, db);
  if (changesNothing({ cart, lines }, change)) {
    if (key !== undefined) await insertWrite(db, cart.id, { key, fingerprint, result });
    return { result, cart, lines };
  }
  const ids = await writeCart(db, cart, change, { key, fingerprint, result, now: now() });
  return (
    ids && {
      result,
      cart: { ...cart, ...change.fields, version: cart.version + 1 },
      lines: after(lines, change, ids),
    }
  );
}

function changesNothing(
  { cart, lines }: StoredCart,
  { put = [], replace = [], remove = [], fields = {} }: CartChange,
): boolean {
  if (put.length + remove.length > 0) return false;
  const isSame = (left: unknown, right: unknown) => isDeepStrictEqual(left, right);
  const areSame = replace.every((row) =>
    isSame(
      row,
      lines.find(({ id }) => id === row.id),
    ),
  );
  return areSame && isSame({ ...cart, ...fields }, cart);
}

/** The lines after the write. */
function after(
  lines: readonly LineRow[],
  { put = [], replace = [], remove = [] }: CartChange,
  ids: Readonly<Record<string, number>>,
): LineRow[] {
  const rows = new Map(lines.map((line) => [line.id, line]));
  for (const id of remove) rows.delete(id);
  for (const line of replace) rows.set(line.id, line);
  for (const line of put) {
    // `writeCart` returns an id for each line of `put`.
    const id = ids[line.line_key]!;
    rows.set(id, { ...(rows.get(id) ?? line), id, qty: line.qty });
  }
  return [...rows.values()].toSorted((left, right) => left.id - right.id);
}
