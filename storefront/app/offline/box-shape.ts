import { isLike } from '../kept-shape.ts';
import { type Box, emptyBox, type Waiting } from './box.ts';

/** What a box holds, for whoever reads it out of the browser's database. */
export interface BoxShape<Kept, Entry extends Waiting> {
  isKept(kept: unknown): kept is Kept;
  isEntry(entry: unknown): entry is Entry;
}

/**
 * A box as it was found. What is no box is an empty one; of what was confirmed, what cannot be read is asked for again, and
 * what waits is kept but for what nobody could send.
 */
export function boxOf<Kept, Entry extends Waiting>(
  found: unknown,
  shape?: BoxShape<Kept, Entry>,
): Box<Kept, Entry> {
  if (!isLike(found, { rev: 'number', entries: 'list' })) return emptyBox();
  const box = found as unknown as Box<Kept, Entry>;
  const isEntry = (entry: unknown): entry is Entry =>
    isLike(entry, { id: 'string' }) && (shape?.isEntry(entry) ?? true);
  const isSound = box.kept === undefined || (shape?.isKept(box.kept) ?? true);
  if (isSound && box.entries.every(isEntry)) return box;
  return { ...box, kept: isSound ? box.kept : undefined, entries: box.entries.filter(isEntry) };
}
