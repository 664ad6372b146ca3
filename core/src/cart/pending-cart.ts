import { largestQuantity } from '../stock/quantity.ts';
import { type LineIdentity, lineKey } from './cart-line.ts';

/**
 * A change by the shopper that the server has not confirmed. Emptying the cart removes each line that was
 * visible. The browser stores an entry before the screen shows the change (at first in `localStorage`). It is sent with its id as `Idempotency-Key`,
 * and deleted after the response.
 */
export type CartEntry<Line extends LineIdentity = LineIdentity> = {
  /** A UUID; the idempotency key of the write. */
  id: string;
  /** Milliseconds since 1970 by the device's clock; for display only, never for sorting. */
  at: number;
} & (
  | { kind: 'add'; line: Line; qty: number }
  /** The new quantity, whatever it was before. */
  | { kind: 'set'; key: string; qty: number }
  | { kind: 'remove'; key: string }
  /** Another variant or other options instead of a line. */
  | { kind: 'change'; key: string; line: Line; qty: number }
);

/** Quantity and id of a cart line as the server knows them, or will. */
export interface Counted {
  qty: number;
  item_id?: number | undefined;
}

export type ViewLine<Line extends LineIdentity> = Line & Counted & { key: string; pending: boolean };

/**
 * Computes the cart that the shopper sees: the confirmed cart plus the unconfirmed entries in order. The
 * result is never stored, so a lost or repeated response cannot change it (reliability).
 */
export function withPending<Line extends LineIdentity>(
  confirmed: readonly (Line & Counted)[],
  entries: readonly CartEntry<Line>[],
): ViewLine<Line>[] {
  const lines = confirmed.map((line): ViewLine<Line> => ({ ...line, key: lineKey(line), pending: false }));
  return entries.reduce(applyEntry, lines).filter((line) => line.qty > 0);
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
  const known = lines.some((line) => line.key === key);
  if (!known) return [...lines, { ...line, key, qty, pending: true }];
  return replaced(lines, key, (line) => ({
    ...line,
    qty: Math.min(line.qty + qty, largestQuantity),
    pending: true,
  }));
}

/** The line keeps its position. If another line is equal, the two are merged. */
function changed<Line extends LineIdentity>(
  lines: ViewLine<Line>[],
  { key, line, qty }: { key: string; line: Line; qty: number },
): ViewLine<Line>[] {
  const next = lineKey(line);
  const before = lines.find((line) => line.key === key);
  if (!before) return lines;
  const twin = lines.find((line) => line.key === next && line.key !== key);
  const merged = { ...before, ...line, key: next, qty: qty + (twin?.qty ?? 0), pending: true };
  return replaced(
    lines.filter((line) => line !== twin),
    key,
    () => merged,
  );
}

function replaced<Line extends LineIdentity>(
  lines: ViewLine<Line>[],
  key: string,
  update: (line: ViewLine<Line>) => ViewLine<Line>,
): ViewLine<Line>[] {
  return lines.map((line) => (line.key === key ? update(line) : line));
}
