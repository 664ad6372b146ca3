import { createHash } from 'node:crypto';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';
import type { Carts } from './carts.ts';
import { type CartRow, countWrite, findWrite, insertWrite, lockCart } from './store.ts';

/** What a client says of a write, so that repeating it changes nothing (decision 13). */
export interface WriteKey {
  /** The `Idempotency-Key`; without one every write is new. */
  key: string | undefined;
  /** What was asked: the same key with another meaning is refused. */
  meaning: unknown;
}

export interface Written<Answer> {
  answer: Answer;
  /** The cart after the write. */
  cart: CartRow;
}

/**
 * Carries a write out in one transaction: the cart is held, so that writes to it happen one after another;
 * a key that was used answers as before. A refusal changes nothing and is not remembered.
 *
 * @throws Problem cart_not_found, idempotency_conflict, and whatever `change` throws
 */
export function write<Answer>(
  { db, now }: Carts,
  cartId: number,
  { key, meaning }: WriteKey,
  change: (trx: Db, cart: CartRow) => Promise<Answer>,
): Promise<Written<Answer>> {
  return db.transaction().execute(async (trx) => {
    const cart = await lockCart(trx, cartId);
    if (!cart) throw new Problem('cart_not_found');
    const fingerprint = fingerprintOf(meaning);
    const before = key === undefined ? undefined : await findWrite(trx, cartId, key);
    if (before) {
      if (!before.fingerprint.equals(fingerprint)) throw new Problem('idempotency_conflict');
      return { answer: before.answer as Answer, cart };
    }
    const answer = await change(trx, cart);
    const version = await countWrite(trx, cartId, now());
    if (key !== undefined) await insertWrite(trx, { cart_id: cartId, key, fingerprint, answer });
    return { answer, cart: { ...cart, version } };
  });
}

/** Equal for the same request, in whatever order its fields were written. */
function fingerprintOf(meaning: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(meaning)))
    .digest();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
