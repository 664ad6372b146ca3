/** A whole number from 0 up to, and without, this one. */
export type Chance = (under: number) => number;

/** Numbers that look like chance, the same for the same seed (mulberry32). */
export function chance(seed: number): Chance {
  let state = seed;
  return (under) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % under;
  };
}
