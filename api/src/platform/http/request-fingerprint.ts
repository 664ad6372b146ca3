import { createHash } from 'node:crypto';

/** A hash of a request's meaning in 64 characters. The order of the fields does not matter. */
export function fingerprintOf(meaning: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(meaning)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
