import { Problem } from '@fynbos/core/problem.ts';

/** Work that waits for its turn. Several clients may wait for the same; it runs once. */
export interface QueuedWork<Made> {
  result: Promise<Made>;
  /** Gives the work a turn of this client too. */
  alsoFor(client: string): void;
}

export type FairQueue = <Result>(client: string, work: () => Promise<Result>) => QueuedWork<Result>;

interface Task {
  start(): Promise<void>;
  isStarted: boolean;
}

/** How many tasks of one client may wait. Shoppers of a mobile network may share a client IP. */
export const maxWaitingPerClient = 1000;

/** The waiting tasks of one client, oldest first. */
interface ClientTasks {
  tasks: Task[];
  /** Index of the next task: taking it from an array would move all others. */
  next: number;
}

/**
 * Runs at most `count` tasks at once. The clients take turns, so a client with many tasks delays another
 * client's by one task, and one client never holds all places, if there are several (T40). A client with
 * `maxWaitingPerClient` waiting tasks is refused another one (Problem unavailable).
 */
export function fairQueue(count: number): FairQueue {
  const maxPerClient = Math.max(1, count - 1);
  /** The client whose turn is next comes first. */
  const waiting = new Map<string, ClientTasks>();
  const running = new Map<string, number>();
  let free = count;

  /** @returns false when the client has too many waiting tasks */
  function add(client: string, task: Task): boolean {
    const queue = waiting.get(client) ?? { tasks: [], next: 0 };
    if (queue.tasks.length - queue.next >= maxWaitingPerClient) return false;
    queue.tasks.push(task);
    waiting.set(client, queue);
    startNext();
    return true;
  }

  function startNext(): void {
    for (const [client, queue] of waiting) {
      if (free === 0) return;
      // A queue with no task left is not in the map.
      const task = queue.tasks[queue.next]!;
      if (!task.isStarted && (running.get(client) ?? 0) >= maxPerClient) continue;
      queue.next += 1;
      waiting.delete(client);
      // At the end of the map: the loop comes to it again after the other clients.
      if (queue.next < queue.tasks.length) waiting.set(client, withoutTaken(queue));
      if (!task.isStarted) run(client, task);
    }
  }

  function run(client: string, task: Task): void {
    task.isStarted = true;
    free -= 1;
    running.set(client, (running.get(client) ?? 0) + 1);
    void task.start().then(() => {
      free += 1;
      const left = (running.get(client) ?? 1) - 1;
      if (left > 0) running.set(client, left);
      else running.delete(client);
      startNext();
    });
  }

  return <Result>(client: string, work: () => Promise<Result>) => {
    const { promise: result, resolve, reject } = Promise.withResolvers<Result>();
    const task: Task = { isStarted: false, start: () => work().then(resolve, reject) };
    if (!add(client, task)) throw new Problem('unavailable');
    return {
      result,
      alsoFor(second) {
        if (!task.isStarted) add(second, task);
      },
    };
  };
}

/** Frees the tasks that were taken, once they are most of the queue. */
function withoutTaken({ tasks, next }: ClientTasks) {
  return next < maxWaitingPerClient ? { tasks, next } : { tasks: tasks.slice(next), next: 0 };
}
