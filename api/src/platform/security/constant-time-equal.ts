import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time when they have the same length. */
export function isEqualInConstantTime(left: string, right: string): boolean {
  const [first, second] = [Buffer.from(left), Buffer.from(right)];
  return first.length === second.length && timingSafeEqual(first, second);
}
