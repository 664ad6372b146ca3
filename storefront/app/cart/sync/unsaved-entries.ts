import { isRecord, parsed } from '../../platform/storage/stored-shape.ts';
import { type CartOutboxStore, isKnown, type PendingEntry } from './cart-outbox.ts';
import { isCartEntry } from './cart-outbox-shape.ts';

/**
 * Changes of the cart between the click and their storage in the outbox. The browser's database may write
 * only after a page has ended. This storage writes synchronously, and the next page moves the entries into
 * the outbox. An entry known to the outbox is never added again, so any page may read it here.
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
 * An outbox store whose changes first drop the unwritten entries it already has. The page that stored them
 * may have ended before it could drop them, and a cleared outbox no longer knows them.
 */
export function tidied({
  store,
  unwritten,
}: {
  store: CartOutboxStore;
  unwritten: Unwritten;
}): CartOutboxStore {
  return {
    get durable() {
      return store.durable;
    },
    read: () => store.read(),
    change: (step) =>
      store.change((outbox) => {
        unwritten.drop((entry) => isKnown(outbox, entry));
        return step(outbox);
      }),
  };
}

/** Storage name within a store view. */
export const unwrittenName = 'cart-unwritten';

interface Written {
  entry: PendingEntry;
  /** The customer who clicked; the next login takes over the entries of a guest. */
  customer?: number | undefined;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isWritten = (value: unknown): value is Written => isRecord(value) && isCartEntry(value.entry);

/**
 * Stores the entries in a synchronous storage. If that is forbidden or full, entries are lost with the
 * page.
 */
export function unwrittenIn(
  storage: () => Storage,
  key: string,
  customer: () => number | undefined,
): Unwritten {
  function list(): readonly Written[] {
    try {
      return (parsed(storage().getItem(key), isList) ?? []).filter(isWritten);
    } catch {
      return [];
    }
  }
  function write(next: readonly Written[]): boolean {
    try {
      if (next.length > 0) storage().setItem(key, JSON.stringify(next));
      else storage().removeItem(key);
      return true;
    } catch {
      // The outbox stores it a moment later.
      return false;
    }
  }
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
