import type { Clock } from './sandbox-clock.ts';

/** Counts requests per subject within a minute of the sandbox's clock. */
export interface Throttle {
  /**
   * Counts one more request.
   * @returns whether it is within the limit
   */
  allows(subject: string, perMinute: number): boolean;
  clear(): void;
}

const minute = 60_000;
/** Above this many subjects, expired ones are removed. */
const manyNames = 5_000;

export function openThrottle(clock: Clock): Throttle {
  const requestTimes = new Map<string, number[]>();
  return {
    clear: () => requestTimes.clear(),
    allows(subject, perMinute) {
      const now = clock.now();
      if (requestTimes.size > manyNames) {
        for (const [name, times] of requestTimes)
          if (times.at(-1)! <= now - minute) requestTimes.delete(name);
      }
      const recent = (requestTimes.get(subject) ?? []).filter((time) => time > now - minute);
      if (recent.length >= perMinute) return false;
      recent.push(now);
      requestTimes.set(subject, recent);
      return true;
    },
  };
}
