import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server in its own process, and its resource usage. */
export interface Child {
  port: number;
  /** CPU time since it started, in microseconds, and memory in bytes. */
  usage(): Promise<{ cpu: number; memory: number }>;
  stop(): Promise<void>;
}

/** Starts a server file of this folder, which sends `{ port }` when it listens. `task` is sent to it first. */
export async function startChild(file: string, task: unknown): Promise<Child> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(task as object);
  const { port } = await receive<{ port: number }>(child);
  return {
    port,
    async usage() {
      child.send('usage');
      return receive(child);
    },
    async stop() {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}

async function receive<Message>(child: ChildProcess): Promise<Message> {
  const ended = new AbortController();
  const exited = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('a benchmark server exited unexpectedly; see its output above');
  });
  const [message] = await Promise.race([once(child, 'message', { signal: ended.signal }), exited]);
  ended.abort();
  return message as Message;
}

/** The child's side: starts the server, reports its port, and handles messages until it is stopped. */
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
