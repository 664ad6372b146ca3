import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { temporaryFolder } from './folder.ts';
import { freePort } from './free-port.ts';

/** A real Redis or Valkey of a test's own, that keeps nothing. */
export interface TestRedis {
  url: string;
  pid: number;
  /** It hangs: connections stay, and nothing is answered. */
  pause(): void;
  resume(): void;
  /** Kills it, and takes its folder away. */
  stop(): Promise<void>;
}

const program = ['redis-server', 'valkey-server']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find((file) => existsSync(file));

/** For a group of tests that cannot do without: `describe(title, needsRedis, …)`. */
export const needsRedis = {
  skip: !program,
  meta: { reason: 'neither redis-server nor valkey-server is on the PATH' },
};

/**
 * Starts a Redis on this machine, which answers when this returns.
 *
 * @param port that of one that was stopped, for its coming back
 * @returns undefined where there is none on the PATH
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
  const watch = watchOver(pid, folder);
  return {
    url: `redis://127.0.0.1:${at}`,
    pid,
    pause: () => void process.kill(pid, 'SIGSTOP'),
    resume: () => void process.kill(pid, 'SIGCONT'),
    async stop() {
      watch.kill();
      child.kill('SIGKILL');
      await ended;
      await remove();
    },
  };
}

/** @throws what it said, when it ended instead */
async function untilReady(output: Readable): Promise<void> {
  const said: string[] = [];
  for await (const line of createInterface(output)) {
    said.push(line);
    if (line.includes('Ready to accept connections')) break;
  }
  if (output.readableEnded) throw new Error(`no Redis was started:\n${said.join('\n')}`);
  // What it says from now on is read by nobody, and must not fill the pipe.
  output.resume();
}

/** A run that is killed cannot end its server: this waits at a pipe that closes with the run, then does. */
function watchOver(pid: number, folder: string) {
  const script = 'read -r _; kill -KILL "$0"; rm -rf "$1"';
  const watch = spawn('sh', ['-c', script, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.unref();
  return watch;
}
