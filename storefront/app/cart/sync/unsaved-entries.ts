import type { Outbox, OutboxChange, OutboxEntry } from '../../platform/outbox/outbox.ts';
import type { HandOver } from '../../platform/outbox/outbox-queue.ts';
import type { StoredValue } from '../../platform/storage/browser-storage.ts';
import { isRecord } from '../../platform/storage/stored-shape.ts';

/**
 * Entries between the click and their storage in the outbox. The browser's database may write only after a page
 * has ended, or not at all. This storage writes synchronously, and the next page moves the entries into the outbox.
 * An entry known to the outbox is never added again, so any page may read it here.
 */
export interface UnsavedEntries<Entry extends OutboxEntry> {
  /** The entries, oldest first, without those of another customer. */
  read(): readonly Entry[];
  /** @returns whether other pages can read the entries now */
  put(entries: readonly Entry[]): boolean;
  /** Removes the matching entries of all customers. */
  drop(isDropped: (entry: Entry) => boolean): void;
}

/** What an outbox knows of its entries. */
interface KnownEntries<Snapshot, Entry extends OutboxEntry> {
  /** Whether an entry is in the outbox, or was and has been removed. */
  isKnown(outbox: Outbox<Snapshot, Entry>, entry: Entry): boolean;
  /** Appends an entry unless it is known. */
  append(outbox: Outbox<Snapshot, Entry>, entry: Entry): Outbox<Snapshot, Entry>;
}

export function handOverOf<Snapshot, Entry extends OutboxEntry>(
  entries: UnsavedEntries<Entry>,
  { isKnown, append }: KnownEntries<Snapshot, Entry>,
): HandOver<Snapshot, Entry> {
  return {
    put(added) {
      const isOpenToAll = entries.put(added);
      return (outbox) => {
        // Another page may have stored the entry before, and the outbox may have been emptied since.
        const unsaved = entries.read();
        return added.filter((entry) => !isOpenToAll || isAmong(unsaved, entry)).reduce(append, outbox);
      };
    },
    read: () => entries.read(),
    recover: (outbox) => entries.read().reduce(append, outbox),
    tidying: (change, isDurable) => tidying({ entries, isKnown }, change, isDurable),
    drop: (stored) => entries.drop((entry) => !stored || isAmong(stored, entry)),
  };
}

/**
 * A change that also drops the unsaved entries that no longer need this storage: those that the outbox had
 * before, since the page that stored them may have ended before it could drop them, and a cleared outbox no
 * longer knows them. An outbox in memory ends with its page, so its waiting entries stay unsaved until the
 * server has them.
 */
export function tidying<Snapshot, Entry extends OutboxEntry>(
  { entries, isKnown }: Pick<KnownEntries<Snapshot, Entry>, 'isKnown'> & { entries: UnsavedEntries<Entry> },
  change: OutboxChange<Snapshot, Entry>,
  isDurable: () => boolean,
): OutboxChange<Snapshot, Entry> {
  return (outbox) => {
    const next = change(outbox);
    const waiting = isDurable() ? [] : next.entries;
    entries.drop((entry) => isKnown(outbox, entry) && !isAmong(waiting, entry));
    return next;
  };
}

const isAmong = (entries: readonly OutboxEntry[], { id }: OutboxEntry): boolean =>
  entries.some((entry) => entry.id === id);

interface Written<Entry> {
  entry: Entry;
  /** The customer who clicked; the next login takes over the entries of a guest. */
  customer?: number | undefined;
}

/** Whether a value is a list in which entries may be stored; other items are ignored. */
export const isUnsavedList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/**
 * Stores the entries in a synchronous storage. If that is forbidden or full, entries are lost with the page
 * unless the outbox stores them a moment later.
 */
export function unsavedEntriesIn<Entry extends OutboxEntry>(
  stored: Pick<StoredValue<readonly unknown[]>, 'read' | 'write'>,
  isEntry: (value: unknown) => value is Entry,
  customer: () => number | undefined,
): UnsavedEntries<Entry> {
  const isWritten = (value: unknown): value is Written<Entry> => isRecord(value) && isEntry(value.entry);
  const list = () => (stored.read() ?? []).filter(isWritten);
  const write = (next: readonly Written<Entry>[]) => stored.write(next.length > 0 ? next : undefined);
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
