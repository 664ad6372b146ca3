import { answered } from '../offline/peek.ts';

/**
 * What the service worker says of an order that waits, in the language of the page that left it there: a worker has no
 * messages. In a database of their own, which page and worker both open and nobody else changes.
 */
export interface Reminder {
  /** The store view it is about, by its code. */
  view: string;
  title: string;
  text: string;
  icon: string;
  /** Where a tap on it leads, from the origin on. */
  link: string;
  /** The name under which the view keeps its orders (`order-box.ts`). */
  box: string;
}

/** The tag of the event that the browser sends the worker once there is a network. */
export const remindTag = 'orders';

const reminders = 'reminders';

export async function keepReminder(reminder: Reminder): Promise<void> {
  const database = await openReminders();
  try {
    const transaction = database.transaction(reminders, 'readwrite');
    transaction.objectStore(reminders).put(reminder, reminder.view);
    await ended(transaction);
  } finally {
    database.close();
  }
}

export async function readReminders(): Promise<Reminder[]> {
  const database = await openReminders();
  try {
    return await answered(database.transaction(reminders).objectStore(reminders).getAll());
  } finally {
    database.close();
  }
}

function openReminders(): Promise<IDBDatabase> {
  const opening = indexedDB.open('fynbos-reminders', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(reminders);
  return answered(opening);
}

function ended(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  transaction.oncomplete = () => resolve();
  transaction.onabort = () => reject(transaction.error);
  return promise;
}
