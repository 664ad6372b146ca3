import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { freePort } from '../network/free-port.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';

/** A real Redis or Valkey server for one test, without persistence. */
export interface TestRedis {
  url: string;
  pid: number;
  /** Suspends the server: connections stay open, and no command is processed. */
  pause(): void;
  resume(): void;
  /** Kills the server and removes its folder. */
  stop(): Promise<void>;
}

const program = ['redis-server', 'valkey-server']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find((file) => existsSync(file));

/** Skips a group of tests when no server is available: `describe(title, needsRedis, …)`. */
export const needsRedis = {
  skip: !program,
  meta: { reason: 'neither redis-server nor valkey-server is on the PATH' },
};

/**
 * Starts a local Redis and waits until it accepts connections.
 * @param port the port of a stopped server that is started a second time
 * @returns undefined when no server program is on the PATH
 */
export async function startRedis(port?: number): Promise<TestRedis | undefined> {
  if (!program) return undefined;
  const at = port ?? (await freePort());
  const { folder, remove } = await temporaryFolder();
  const settings = ['--bind', '127.0.0.1', '--port', String(at), '--dir', folder, '--save', ''];
  const child = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = child.pid!;
  const ended = once(child, 'exit');
  await untilReady(child.stdout);
  const watchdog = watchOver(pid, folder);
  return {
    url: `redis://127.0.0.1:${at}`,
    pid,
    pause: () => void process.kill(pid, 'SIGSTOP'),
    resume: () => void process.kill(pid, 'SIGCONT'),
    async stop() {
      watchdog.kill();
      child.kill('SIGKILL');
      await ended;
      await remove();
    },
  };
}

/** @throws an error with the output, when the server exits instead */
async function untilReady(output: Readable): Promise<void> {
  const lines: string[] = [];
  for await (const line of createInterface(output)) {
    lines.push(line);
    if (line.includes('Ready to accept connections')) break;
  }
  if (output.readableEnded) throw new Error(`Redis did not start:\n${lines.join('\n')}`);
  // Later output is discarded, so that it cannot fill the pipe.
  output.resume();
}

/**
 * A killed test run cannot stop its server. This watchdog reads from a pipe that closes with the run, then
 * kills the server.
 */
function watchOver(pid: number, folder: string) {
  const script = 'read -r _; kill -KILL "$0"; rm -rf "$1"';
  const watchdog = spawn('sh', ['-c', script, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.unref();
  return watchdog;
}
