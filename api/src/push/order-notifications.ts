import type { Db } from '../db.ts';
import { type PushKind, pushMessageText } from '../platform/push/push-messages.ts';
import { insertMessages, readListeners } from './push-store.ts';

/** The fields of an order that select its subscribers and make up the message. */
export interface NotifiedOrder {
  order_id: string;
  customer_id: number | null;
  number: string;
  /** The name of the store at which it can be collected. */
  store?: string;
}

/**
 * Queues a message to every browser subscribed to an order, in the caller's transaction. Without a commit
 * nothing is sent. Newer messages replace older ones about the same order.
 * @param link address to open when the notification is tapped
 */
export async function notifyBrowsers(
  db: Db,
  order: NotifiedOrder,
  kind: PushKind,
  link: string,
): Promise<void> {
  const listeners = await readListeners(db, order);
  if (listeners.length === 0) return;
  const topic = `order-${order.number}`;
  await insertMessages(
    db,
    listeners.map(({ id, locale }) => ({
      subscription_id: id,
      topic,
      body: JSON.stringify({ ...pushMessageText(locale, kind, order), tag: topic, link }),
    })),
  );
}
