import type { Db } from '../db.ts';
import { insertMessages, readListeners } from './store.ts';
import { type PushKind, pushWords } from './words.ts';

/** What of an order decides who is told, and what they may be told. */
export interface ToldOrder {
  order_id: string;
  customer_id: number | null;
  number: string;
}

/**
 * Puts a message to every browser that listens to an order on its way, in the caller's transaction: without a commit
 * nothing is sent. Newer ones take the place of older ones about the same order.
 *
 * @param link where a tap on it leads
 */
export async function tellBrowsers(db: Db, order: ToldOrder, kind: PushKind, link: string): Promise<void> {
  const listeners = await readListeners(db, order);
  if (listeners.length === 0) return;
  const topic = `order-${order.number}`;
  await insertMessages(
    db,
    listeners.map(({ id, locale }) => ({
      subscription_id: id,
      topic,
      body: JSON.stringify({ ...pushWords(locale, kind, order.number), tag: topic, link }),
    })),
  );
}
