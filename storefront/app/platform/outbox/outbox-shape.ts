import { isLike } from '../storage/stored-shape.ts';
import { emptyOutbox, type Outbox, type OutboxEntry } from './outbox.ts';

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
