import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { temporaryFolder } from './folder.ts';
import { freePort } from './free-port.ts';

/** A Redis of a test's own. */
export interface TestRedis {
  url: string;
  pid: number;
  /** Lets it hang, and go on. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** Starts a Redis (or Valkey) that keeps nothing; undefined where this machine has none. */
export async function startRedis(port?: number): Promise<TestRedis | undefined> {
  const { folder, remove } = await temporaryFolder();
  const at = port ?? (await freePort());
  const server =
    (await tryStart('redis-server', at, folder)) ?? (await tryStart('valkey-server', at, folder));
  if (!server) {
    await remove();
    return undefined;
  }
  return {
    url: `redis://127.0.0.1:${at}`,
    pid: server.pid!,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async stop() {
      const gone = once(server, 'exit');
      server.kill('SIGCONT');
      server.kill('SIGKILL');
      await gone;
      await remove();
    },
  };
}

async function tryStart(program: string, port: number, folder: string): Promise<ChildProcess | undefined> {
  const words = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  const isThere = new Promise<boolean>((done) => {
    child.once('error', () => done(false));
    child.once('exit', () => done(false));
    child.stdout?.on('data', (said) => String(said).includes('Ready to accept') && done(true));
  });
  return (await isThere) ? child : undefined;
}
