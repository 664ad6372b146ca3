/** The sandbox's own time: it can be moved, and whatever was due in between happens then. */
export interface Clock {
  now(): number;
  /** @returns how to call it off */
  at(time: number, task: () => Promise<void>): () => void;
  /** @returns once all that became due is done */
  advance(ms: number): Promise<void>;
  /** How far it is ahead of the machine's. */
  ahead(): number;
  stop(): void;
}

/** What timers of the machine can hold. */
const longestTimer = 2 ** 31 - 1;

export function startClock(machine: () => number = Date.now, begin = 0): Clock {
  let ahead = begin;
  const waiting = new Map<() => Promise<void>, { time: number; timer: NodeJS.Timeout }>();
  const now = () => machine() + ahead;

  function wind(time: number, task: () => Promise<void>): void {
    const ms = Math.min(Math.max(0, time - now()), longestTimer);
    const timer = setTimeout(() => (time <= now() ? void run(task) : wind(time, task)), ms);
    waiting.set(task, { time, timer });
  }

  function run(task: () => Promise<void>): Promise<void> {
    clearTimeout(waiting.get(task)?.timer);
    waiting.delete(task);
    return task();
  }

  return {
    now,
    ahead: () => ahead,
    at(time, task) {
      wind(time, task);
      return () => {
        clearTimeout(waiting.get(task)?.timer);
        waiting.delete(task);
      };
    },
    async advance(ms) {
      ahead += ms;
      const all = [...waiting].sort(([, one], [, other]) => one.time - other.time);
      const due = all.filter(([, { time }]) => time <= now());
      for (const [task, { time, timer }] of all.slice(due.length)) {
        clearTimeout(timer);
        wind(time, task);
      }
      await Promise.all(due.map(([task]) => run(task)));
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
