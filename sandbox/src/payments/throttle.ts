import type { Clock } from './clock.ts';

/** Counts how often something was asked for within a minute of the sandbox's clock. */
export interface Throttle {
  /** Counts one more. @returns whether it is within what is allowed */
  allows(what: string, perMinute: number): boolean;
  clear(): void;
}

const minute = 60_000;
/** So many names are remembered before the old ones are looked for. */
const manyNames = 5_000;

export function openThrottle(clock: Clock): Throttle {
  const asked = new Map<string, number[]>();
  return {
    clear: () => asked.clear(),
    allows(what, perMinute) {
      const now = clock.now();
      if (asked.size > manyNames) {
        for (const [name, times] of asked) if (times.at(-1)! <= now - minute) asked.delete(name);
      }
      const recent = (asked.get(what) ?? []).filter((time) => time > now - minute);
      if (recent.length >= perMinute) return false;
      recent.push(now);
      asked.set(what, recent);
      return true;
    },
  };
}
