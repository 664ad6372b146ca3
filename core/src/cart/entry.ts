import { largestQuantity } from '../stock/quantity.ts';
import { type LineIdentity, lineKey } from './line.ts';

/**
 * What the shopper did and the server has not yet confirmed; emptying the cart is removing what was seen in it.
 * An entry is written down before the screen says that it happened, sent with its id as `Idempotency-Key`, and
 * deleted only after the answer.
 */
export type CartEntry<Line extends LineIdentity = LineIdentity> = {
  /** A UUID; the key under which the server takes it once. */
  id: string;
  /** When, in milliseconds since 1970, by the device's clock: for people to read, never to sort by. */
  at: number;
} & (
  | { kind: 'add'; line: Line; qty: number }
  /** The quantity there shall be, whatever there was. */
  | { kind: 'set'; key: string; qty: number }
  | { kind: 'remove'; key: string }
  /** Another variant or other options in the place of a line. */
  | { kind: 'change'; key: string; line: Line; qty: number }
);

/** A line of the cart as the server knows it, or will. */
export interface Counted {
  qty: number;
  item_id?: number | undefined;
}

export type ViewLine<Line extends LineIdentity> = Line & Counted & { key: string; pending: boolean };

/**
 * The cart as the shopper sees it: what the server confirmed, and on top of it what it has not confirmed yet,
 * in the order it was done. It is always computed, never kept, so that a lost or repeated answer cannot
 * change it (reliability).
 */
export function withPending<Line extends LineIdentity>(
  confirmed: readonly (Line & Counted)[],
  entries: readonly CartEntry<Line>[],
): ViewLine<Line>[] {
  const lines = confirmed.map((line) => ({ ...line, key: lineKey(line), pending: false }));
  return entries.reduce(applyEntry, lines as ViewLine<Line>[]).filter((line) => line.qty > 0);
}

function applyEntry<Line extends LineIdentity>(
  lines: ViewLine<Line>[],
  entry: CartEntry<Line>,
): ViewLine<Line>[] {
  if (entry.kind === 'add') return added(lines, entry.line, entry.qty);
  if (entry.kind === 'set')
    return replaced(lines, entry.key, (line) => ({ ...line, qty: entry.qty, pending: true }));
  if (entry.kind === 'remove') return lines.filter((line) => line.key !== entry.key);
  return changed(lines, entry);
}

function added<Line extends LineIdentity>(
  lines: ViewLine<Line>[],
  line: Line,
  qty: number,
): ViewLine<Line>[] {
  const key = lineKey(line);
  const known = lines.some((one) => one.key === key);
  if (!known) return [...lines, { ...line, key, qty, pending: true }];
  return replaced(lines, key, (one) => ({
    ...one,
    qty: Math.min(one.qty + qty, largestQuantity),
    pending: true,
  }));
}

/** The line keeps its place; where another line is the same already, the two become one. */
function changed<Line extends LineIdentity>(
  lines: ViewLine<Line>[],
  { key, line, qty }: { key: string; line: Line; qty: number },
): ViewLine<Line>[] {
  const next = lineKey(line);
  const before = lines.find((one) => one.key === key);
  if (!before) return lines;
  const twin = lines.find((one) => one.key === next && one.key !== key);
  const merged = { ...before, ...line, key: next, qty: qty + (twin?.qty ?? 0), pending: true };
  return replaced(
    lines.filter((one) => one !== twin),
    key,
    () => merged,
  );
}

function replaced<Line extends LineIdentity>(
  lines: ViewLine<Line>[],
  key: string,
  by: (line: ViewLine<Line>) => ViewLine<Line>,
): ViewLine<Line>[] {
  return lines.map((line) => (line.key === key ? by(line) : line));
}
