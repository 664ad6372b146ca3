const first = 1000;
const longest = 60_000;

/**
 * How long to wait before trying again, in milliseconds: twice as long each time, a minute at most, and half
 * of it by chance, so that many browsers do not come back in the same moment.
 *
 * @param failures in a row, 1 or more
 * @param chance from 0 to below 1
 */
export function waitAfter(failures: number, chance: number): number {
  const whole = Math.min(longest, first * 2 ** Math.min(failures - 1, 10));
  return whole / 2 + (whole / 2) * chance;
}
