import type { ProblemView } from '../api-problem.ts';

/**
 * What waits in a box has a name of its own, so that it is sent and taken out once, and says how it fared
 * (accounts 3). Times are milliseconds since 1970.
 */
export interface Waiting {
  id: string;
  created_at?: number;
  updated_at?: number;
  /** How often it was sent in vain since somebody last wanted it sent. */
  attempts?: number;
  /** Why the last attempt came to nothing. */
  problem?: ProblemView;
}

/**
 * What must not be lost, all of one kind: what was confirmed, and what waits to be sent, in order. Both
 * change together or not at all. `rev` counts the changes of all tabs.
 */
export interface Box<Kept, Entry extends Waiting> {
  rev: number;
  kept: Kept | undefined;
  entries: readonly Entry[];
}

/**
 * Why what is in a box no longer outlives the page: the browser keeps it no more, or a newer shop in another tab has it,
 * and sees to it.
 */
export type Unkept = 'lost' | 'newer';

/** Where a box is. Every tab sees the same one; changes happen one after another. */
export interface BoxStore<Kept, Entry extends Waiting> {
  /** Whether the box outlives the page. */
  readonly durable: boolean;
  /** Ends when the box goes away under the page, and not before. */
  readonly gone?: Promise<Unkept>;
  read(): Promise<Box<Kept, Entry>>;
  /** Makes a change and answers the box after it: where it is durable, it was written and read back. */
  change(step: Step<Kept, Entry>): Promise<Box<Kept, Entry>>;
}

/** From the box as it is to the box as it shall be; the same box means that nothing changes. */
export type Step<Kept, Entry extends Waiting> = (box: Box<Kept, Entry>) => Box<Kept, Entry>;

export function emptyBox<Kept, Entry extends Waiting>(): Box<Kept, Entry> {
  return { rev: 0, kept: undefined, entries: [] };
}

/** What a step makes of a box, with the change counted. */
export function stepped<Kept, Entry extends Waiting>(
  box: Box<Kept, Entry>,
  step: Step<Kept, Entry>,
): Box<Kept, Entry> {
  const next = step(box);
  return next === box ? box : { ...next, rev: box.rev + 1 };
}

/** What a page goes on with: what waits is sent, or let go, where it is seen to, and nobody here knows any more how it stands. */
export function leftToNewer<Kept, Entry extends Waiting>(
  box: Box<Kept, Entry>,
  why: Unkept,
): Box<Kept, Entry> {
  return why === 'newer' ? { ...box, entries: [] } : box;
}

/** A box that lasts as long as the page. */
export function memoryBox<Kept, Entry extends Waiting>(
  box: Box<Kept, Entry> = emptyBox(),
): BoxStore<Kept, Entry> {
  let now = box;
  return {
    durable: false,
    read: async () => now,
    change: async (step) => {
      now = stepped(now, step);
      return now;
    },
  };
}
