/** Number of arguments of each path command. */
const arity: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 };

/**
 * Converts a path to relative commands, so that a single move positions a letter without an element of its
 * own. Widths are multiplied by `narrow`.
 */
export function relative(d: string, narrow: number): string {
  let pen: readonly [number, number] = [0, 0];
  let start = pen;
  const parts: string[] = [];
  for (const [, command = '', text = ''] of d.matchAll(/([MLHVCSQAZa-z])([^MLHVCSQAZa-z]*)/g)) {
    const kind = command.toUpperCase();
    const isRelative = command !== kind;
    const numbers = (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    if (kind === 'Z') pen = start;
    if (kind === 'Z') parts.push('z');
    // The pattern matches commands of the table only.
    const count = arity[kind]!;
    for (let at = 0; kind !== 'Z' && at < numbers.length; at += count) {
      const { moved, end } = step(
        kind,
        numbers.slice(at, at + count),
        pen,
        isRelative ? pen : [0, 0],
        narrow,
      );
      if (kind === 'M' && at === 0) start = end;
      parts.push((kind === 'M' && at > 0 ? 'l' : kind.toLowerCase()) + joined(moved));
      pen = end;
    }
  }
  return parts.join('');
}

/**
 * Converts the arguments of one command relative to the pen; `origin` is their original reference point.
 * The pen follows the rounded numbers, so that rounding errors do not accumulate.
 */
function step(
  kind: string,
  numbers: readonly number[],
  pen: readonly [number, number],
  origin: readonly [number, number],
  narrow: number,
): { moved: number[]; end: readonly [number, number] } {
  const right = (value: number) => round(origin[0] + value * narrow - pen[0]);
  const down = (value: number) => round(origin[1] + value - pen[1]);
  const [first = 0] = numbers;
  if (kind === 'H') return { moved: [right(first)], end: [pen[0] + right(first), pen[1]] };
  if (kind === 'V') return { moved: [down(first)], end: [pen[0], pen[1] + down(first)] };
  const moved = numbers.map((value, at) => (at % 2 === numbers.length % 2 ? right(value) : down(value)));
  if (kind === 'A') moved.splice(0, 5, round(first * narrow), ...numbers.slice(1, 5));
  const [x = 0, y = 0] = moved.slice(-2);
  return { moved, end: [pen[0] + x, pen[1] + y] };
}

/** Writes numbers as compactly as a path allows: a minus sign separates them as well as a space. */
function joined(numbers: readonly number[]): string {
  return numbers
    .map((value) => String(round(value, 100)).replace(/^(-?)0\./, '$1.'))
    .reduce((text, value) => text + (text && !value.startsWith('-') ? ' ' : '') + value, '');
}

/** A tenth of a grid unit is a third of a pixel on a product page. */
export function round(value: number, parts = 10): number {
  return Math.round(value * parts) / parts;
}
