import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own, and what it has used so far. */
export interface Child {
  port: number;
  /** CPU time since it started, in microseconds, and memory in bytes. */
  usage(): Promise<{ cpu: number; memory: number }>;
  stop(): Promise<void>;
}

/** Starts a server file of this folder; it answers `{ port }` when it listens. `task` is sent to it first. */
export async function startChild(file: string, task: unknown): Promise<Child> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(task as object);
  const { port } = await answerOf<{ port: number }>(child);
  return {
    port,
    async usage() {
      child.send('usage');
      return answerOf(child);
    },
    async stop() {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = new AbortController();
  const gone = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('a server of the bench ended by itself; what it said is above');
  });
  const [answer] = await Promise.race([once(child, 'message', { signal: ended.signal }), gone]);
  ended.abort();
  return answer as Answer;
}

/** The other end: does the task, says its port, and answers until it is told to stop. */
export function serve<Task>(start: (task: Task) => Promise<{ port: number; stop(): Promise<void> }>): void {
  process.once('message', async (task) => {
    const { port, stop } = await start(task as Task);
    process.on('message', async (word) => {
      if (word === 'usage') {
        const { user, system } = process.cpuUsage();
        process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() });
      } else {
        await stop();
        process.exit();
      }
    });
    process.send?.({ port });
  });
}
