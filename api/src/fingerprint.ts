import { createHash } from 'node:crypto';

/** What a request means, in 64 characters: equal for the same request, in whatever order its fields were written. */
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
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
