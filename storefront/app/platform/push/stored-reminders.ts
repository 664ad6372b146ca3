import type { IDBPDatabase } from 'idb';
import { inTransaction, openDatabase } from '../storage/database.ts';

/**
 * The notification that the service worker shows for a waiting order, in the language of the page that
 * stored it: a worker has no message catalogues. It is stored in a separate database that only page and
 * worker open.
 */
export interface Reminder {
  /** The code of its store view. */
  view: string;
  title: string;
  text: string;
  icon: string;
  /** The path to open when it is tapped. */
  link: string;
  /** The name of the outbox in which the view stores its orders (`order-outbox.ts`). */
  box: string;
}

/** The tag of the sync event that the worker receives once there is a network. */
export const remindTag = 'orders';

const reminders = 'reminders';

export async function saveReminder(reminder: Reminder): Promise<void> {
  const database = await openReminders();
  try {
    const transaction = database.transaction(reminders, 'readwrite');
    await inTransaction(transaction, (store) => store.put(reminder, reminder.view));
  } finally {
    database.close();
  }
}

export async function readReminders(): Promise<Reminder[]> {
  const database = await openReminders();
  try {
    return await inTransaction(database.transaction(reminders), (store) => store.getAll());
  } finally {
    database.close();
  }
}

const openReminders = (): Promise<IDBPDatabase> =>
  openDatabase('fynbos-reminders', 1, (db) => void db.createObjectStore(reminders));
