import type { ProblemView } from '../api/api-problem.ts';
import { isLike } from '../storage/stored-shape.ts';

/**
 * An entry waiting in an outbox. Its id ensures that it is sent and removed once; the other fields record
 * its attempts (spec accounts 3). Times are milliseconds since 1970.
 */
export interface OutboxEntry {
  id: string;
  created_at?: number;
  updated_at?: number;
  /** Failed attempts since the shopper last requested it. */
  attempts?: number;
  /** Why the last attempt failed. */
  problem?: ProblemView;
}

/**
 * Data of one kind that must not be lost: the confirmed snapshot, and the entries to send in order. Both
 * change together or not at all. `rev` counts the changes of all tabs.
 */
export interface Outbox<Snapshot, Entry extends OutboxEntry> {
  rev: number;
  kept: Snapshot | undefined;
  entries: readonly Entry[];
}

/**
 * Why an outbox no longer outlives the page: the browser does not store it any more, or a newer shop
 * version in another tab has taken it over.
 */
export type Unkept = 'lost' | 'newer';

/** Where an outbox is stored. Every tab sees the same one; changes are serialised. */
export interface OutboxStore<Snapshot, Entry extends OutboxEntry> {
  /** Whether the outbox outlives the page. */
  readonly durable: boolean;
  /** Resolves when the storage is taken away while the page is open, and not before. */
  readonly invalidated?: Promise<Unkept>;
  read(): Promise<Outbox<Snapshot, Entry>>;
  /** Applies a change and returns the outbox after it. If durable, it was written and read back. */
  change(change: OutboxChange<Snapshot, Entry>): Promise<Outbox<Snapshot, Entry>>;
}

/** Maps the current outbox to the next one. Returning the same object means no change. */
export type OutboxChange<Snapshot, Entry extends OutboxEntry> = (
  outbox: Outbox<Snapshot, Entry>,
) => Outbox<Snapshot, Entry>;

export function emptyOutbox<Snapshot, Entry extends OutboxEntry>(): Outbox<Snapshot, Entry> {
  return { rev: 0, kept: undefined, entries: [] };
}

/** Applies a change and counts it. */
export function applyChange<Snapshot, Entry extends OutboxEntry>(
  outbox: Outbox<Snapshot, Entry>,
  change: OutboxChange<Snapshot, Entry>,
): Outbox<Snapshot, Entry> {
  const next = change(outbox);
  return next === outbox ? outbox : { ...next, rev: outbox.rev + 1 };
}

/**
 * The state with which a page continues. If a newer shop version has taken over, that version sends or
 * discards the entries, and this page no longer knows their status.
 */
export function leftToNewer<Snapshot, Entry extends OutboxEntry>(
  outbox: Outbox<Snapshot, Entry>,
  why: Unkept,
): Outbox<Snapshot, Entry> {
  return why === 'newer' ? { ...outbox, entries: [] } : outbox;
}

/** An outbox that lasts as long as the page. */
export function memoryOutbox<Snapshot, Entry extends OutboxEntry>(
  outbox: Outbox<Snapshot, Entry> = emptyOutbox(),
): OutboxStore<Snapshot, Entry> {
  let now = outbox;
  return {
    durable: false,
    read: async () => now,
    change: async (change) => {
      now = applyChange(now, change);
      return now;
    },
  };
}

/** Type guards for the content of an outbox read from the browser's database. */
export interface OutboxShape<Snapshot, Entry extends OutboxEntry> {
  isSnapshot(value: unknown): value is Snapshot;
  isEntry(entry: unknown): entry is Entry;
}

/**
 * Validates a stored outbox. An invalid value becomes an empty outbox. An invalid snapshot is dropped and
 * read from the server again. Entries that could not be sent are dropped.
 */
export function outboxOf<Snapshot, Entry extends OutboxEntry>(
  stored: unknown,
  shape?: OutboxShape<Snapshot, Entry>,
): Outbox<Snapshot, Entry> {
  if (!isLike(stored, { rev: 'number', entries: 'list' })) return emptyOutbox();
  // Its parts are validated below.
  const outbox = stored as unknown as Outbox<Snapshot, Entry>;
  const isEntry = (entry: unknown): entry is Entry =>
    isLike(entry, { id: 'string' }) && (shape?.isEntry(entry) ?? true);
  const isSound = outbox.kept === undefined || (shape?.isSnapshot(outbox.kept) ?? true);
  if (isSound && outbox.entries.every(isEntry)) return outbox;
  return { ...outbox, kept: isSound ? outbox.kept : undefined, entries: outbox.entries.filter(isEntry) };
}
