const first = 1000;
/** A shop that is back after a cut has what waited for it within a minute, even if the first try after it fails too. */
const longest = 30_000;

/**
 * How long to wait before trying again, in milliseconds: twice as long each time, half a minute at most, and half
 * of it by chance, so that many browsers do not come back in the same moment.
 *
 * @param failures in a row, 1 or more
 * @param chance from 0 to below 1
 */
export function waitAfter(failures: number, chance: number): number {
  const whole = Math.min(longest, first * 2 ** Math.min(failures - 1, 10));
  return whole / 2 + (whole / 2) * chance;
}

/**
 * How long to wait once there is a network again, in milliseconds: a cut ends for a whole town in the same moment. By chance,
 * a quarter of the time it was away at most, and half a minute at most: after a lift's ride it is next to nothing.
 *
 * @param awayMs how long there was none
 * @param chance from 0 to below 1
 */
export const waitOnReturn = (awayMs: number, chance: number): number =>
  Math.min(longest, awayMs / 4) * chance;
