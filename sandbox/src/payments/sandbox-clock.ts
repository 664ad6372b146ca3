/** The sandbox's clock: it can be advanced, and tasks that become due then run. */
export interface Clock {
  now(): number;
  /** @returns cancels the task */
  at(time: number, task: () => Promise<void>): () => void;
  /** @returns once all tasks that became due have ended */
  advance(ms: number): Promise<void>;
  /** Milliseconds by which it is ahead of the system clock. */
  ahead(): number;
  stop(): void;
}

/** The maximum delay of a JavaScript timer. */
const maxTimerMs = 2 ** 31 - 1;

export function startClock(systemNow: () => number = Date.now, begin = 0): Clock {
  let ahead = begin;
  const waiting = new Map<() => Promise<void>, { time: number; timer: NodeJS.Timeout }>();
  const now = () => systemNow() + ahead;

  function wind(time: number, task: () => Promise<void>): void {
    const ms = Math.min(Math.max(0, time - now()), maxTimerMs);
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
      const all = [...waiting].sort(([, left], [, right]) => left.time - right.time);
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
