import type { StoredValue } from '../../platform/storage/browser-storage.ts';
import { isRecord } from '../../platform/storage/stored-shape.ts';
import { type CartOutbox, isKnown, type PendingEntry } from './cart-outbox.ts';
import { isCartEntry } from './cart-outbox-shape.ts';

/**
 * Changes of the cart between the click and their storage in the outbox. The browser's database may write
 * only after a page has ended, or not at all. This storage writes synchronously, and the next page moves the
 * entries into the outbox. An entry known to the outbox is never added again, so any page may read it here.
 */
export interface Unwritten {
  /** The entries, oldest first, without those of another customer. */
  read(): readonly PendingEntry[];
  /** @returns whether other pages can read the entries now */
  put(entries: readonly PendingEntry[]): boolean;
  /** Removes the matching entries of all customers. */
  drop(isDropped: (entry: PendingEntry) => boolean): void;
}

/**
 * A step that also drops the unwritten entries that no longer need this storage: those that the outbox had
 * before, since the page that stored them may have ended before it could drop them, and a cleared outbox no
 * longer knows them. An outbox in memory ends with its page, so its waiting entries stay unwritten until the
 * server has them.
 */
export function tidying(
  unwritten: Unwritten,
  step: (outbox: CartOutbox) => CartOutbox,
  isDurable: () => boolean,
): (outbox: CartOutbox) => CartOutbox {
  return (outbox) => {
    const next = step(outbox);
    const waiting = isDurable() ? [] : next.entries;
    unwritten.drop((entry) => isKnown(outbox, entry) && !waiting.some(({ id }) => id === entry.id));
    return next;
  };
}

/** Storage name within a store view. */
export const unwrittenName = 'cart-unwritten';

interface Written {
  entry: PendingEntry;
  /** The customer who clicked; the next login takes over the entries of a guest. */
  customer?: number | undefined;
}

const isWritten = (value: unknown): value is Written => isRecord(value) && isCartEntry(value.entry);

/** Whether a value is a list in which entries may be stored; other items are ignored. */
export const isUnwrittenList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/**
 * Stores the entries in a synchronous storage. If that is forbidden or full, entries are lost with the page
 * unless the outbox stores them a moment later.
 */
export function unwrittenIn(
  stored: Pick<StoredValue<readonly unknown[]>, 'read' | 'write'>,
  customer: () => number | undefined,
): Unwritten {
  const list = () => (stored.read() ?? []).filter(isWritten);
  const write = (next: readonly Written[]) => stored.write(next.length > 0 ? next : undefined);
  return {
    read() {
      const whose = customer();
      const visible = list().filter((item) => item.customer === undefined || item.customer === whose);
      return visible.map(({ entry }) => entry);
    },
    put: (entries) => write([...list(), ...entries.map((entry) => ({ entry, customer: customer() }))]),
    drop(isDropped) {
      const all = list();
      const remaining = all.filter(({ entry }) => !isDropped(entry));
      if (remaining.length < all.length) write(remaining);
    },
  };
}
