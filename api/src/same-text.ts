import { timingSafeEqual } from 'node:crypto';

/** Takes the same time wherever two texts of one length differ. */
export function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
