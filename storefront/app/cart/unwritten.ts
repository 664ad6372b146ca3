import { isRecord, parsed } from '../kept-shape.ts';
import { type CartBoxStore, isKnown, type PendingEntry } from './cart-box.ts';
import { isCartEntry } from './cart-shape.ts';

/**
 * What is done to the cart, from the click until the box has it. The browser's database writes later than a page may
 * end; this is written in the moment itself, and whichever page comes next puts it into the box. An entry that the box
 * knows already is never put there again, so that it may be found here by anybody.
 */
export interface Unwritten {
  /** Oldest first, without what another customer did here. */
  read(): readonly PendingEntry[];
  /** @returns whether others can read it now */
  put(entries: readonly PendingEntry[]): boolean;
  /** Of everybody. */
  drop(isGone: (entry: PendingEntry) => boolean): void;
}

/**
 * The box, whose every change begins by letting go of what it has: whoever put that there may have ended before it could
 * say so, and a box that is emptied knows nothing of it any more.
 */
export function tidied({ store, unwritten }: { store: CartBoxStore; unwritten: Unwritten }): CartBoxStore {
  return {
    get durable() {
      return store.durable;
    },
    read: () => store.read(),
    change: (step) =>
      store.change((box) => {
        unwritten.drop((entry) => isKnown(box, entry));
        return step(box);
      }),
  };
}

/** Under which name a store view keeps it. */
export const unwrittenName = 'cart-unwritten';

interface Written {
  entry: PendingEntry;
  /** Whose click it was; of a guest's the next login takes it along. */
  customer?: number | undefined;
}

const isList = (kept: unknown): kept is readonly unknown[] => Array.isArray(kept);
const isWritten = (one: unknown): one is Written => isRecord(one) && isCartEntry(one.entry);

/** In the storage that is written at once. Where it is forbidden or full, a page that ends takes it along. */
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
      // It is in the box a moment later.
      return false;
    }
  }
  return {
    read() {
      const whose = customer();
      const own = list().filter((one) => one.customer === undefined || one.customer === whose);
      return own.map(({ entry }) => entry);
    },
    put: (entries) => write([...list(), ...entries.map((entry) => ({ entry, customer: customer() }))]),
    drop(isGone) {
      const all = list();
      const stays = all.filter(({ entry }) => !isGone(entry));
      if (stays.length < all.length) write(stays);
    },
  };
}
