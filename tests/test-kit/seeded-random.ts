/** Returns an integer from 0 up to, but not including, `under`. */
export type RandomInt = (under: number) => number;

/** Pseudo-random integers, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): RandomInt {
  let state = seed;
  return (under) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % under;
  };
}
