import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { Carts } from './carts.ts';
import {
  type CartChange,
  type FoundCart,
  findCart,
  type KeptCart,
  type LineRow,
  lockCart,
  writeCart,
} from './store.ts';

/** What a client says of a write, so that repeating it changes nothing (decision 13). */
export interface WriteKey {
  /** The `Idempotency-Key`; without one every write is new. */
  key: string | undefined;
  /** What was asked: the same key with another meaning is refused. */
  meaning: unknown;
}

export interface Written<Answer> extends KeptCart {
  answer: Answer;
}

/** What a write does to the cart as it is, and what is answered. Asks only the database it is given. */
export type Decide<Answer> = (
  cart: KeptCart,
  db: Db,
) => Promise<CartChange & { answer: Answer }> | (CartChange & { answer: Answer });

/**
 * Carries a write out: what is to be done is decided on the cart as it was found, and done by one statement if
 * the cart is still at that version. Where another write was faster, the cart is held and decided on again, so
 * that writes to a cart count one after another. A key that was used answers as before. A refusal changes
 * nothing and is not remembered.
 *
 * @param found the cart, with what is known of the key
 * @throws Problem cart_not_found, idempotency_conflict, and whatever `decide` throws
 */
export async function write<Answer>(
  carts: Carts,
  found: FoundCart,
  asked: WriteKey,
  decide: Decide<Answer>,
): Promise<Written<Answer>> {
  const { id } = found.cart;
  const first = await attempt(carts, carts.db, found, asked, decide);
  if (first) return first;
  return carts.db.transaction().execute(async (trx) => {
    await lockCart(trx, id);
    const held = await findCart(trx, id, asked.key);
    const second = held && (await attempt(carts, trx, held, asked, decide));
    if (!second) throw new Problem('cart_not_found');
    return second;
  });
}

async function attempt<Answer>(
  { now }: Carts,
  db: Db,
  { cart, lines, before }: FoundCart,
  { key, meaning }: WriteKey,
  decide: Decide<Answer>,
): Promise<Written<Answer> | undefined> {
  const fingerprint = key === undefined ? '' : fingerprintOf(meaning);
  if (before) {
    if (before.fingerprint !== fingerprint) throw new Problem('idempotency_conflict');
    return { answer: before.answer as Answer, cart, lines };
  }
  const { answer, ...change } = await decide({ cart, lines }, db);
  const ids = await writeCart(db, cart, change, { key, fingerprint, answer }, now());
  return (
    ids && {
      answer,
      cart: { ...cart, ...change.kept, version: cart.version + 1 },
      lines: after(lines, change, ids),
    }
  );
}

/** The lines as the write left them. */
function after(
  lines: readonly LineRow[],
  { put = [], replace = [], remove = [] }: CartChange,
  ids: Readonly<Record<string, number>>,
): LineRow[] {
  const rows = new Map(lines.map((line) => [line.id, line]));
  for (const id of remove) rows.delete(id);
  for (const line of replace) rows.set(line.id, line);
  for (const line of put) {
    const id = ids[line.line_key]!;
    rows.set(id, { ...(rows.get(id) ?? line), id, qty: line.qty });
  }
  return [...rows.values()].toSorted((one, other) => one.id - other.id);
}
