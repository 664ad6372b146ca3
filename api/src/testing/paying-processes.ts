import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { settingsFor } from '@fynbos/sandbox/payments/keys.ts';
import { withFiles } from '../catalogue/import/testing/shop-state.ts';
import type { Db } from '../db.ts';
import { importShop } from '../import-shop.ts';
import { webHookUrlOf } from '../payments/hand-off-service.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { temporaryFolder } from './folder.ts';
import { freePort } from './free-port.ts';
import { controlsOf, type SandboxControls } from './sandbox-controls.ts';
import type { TestShop } from './shop.ts';

/** Where a process dies: at a point of what a request with this path does, or of what the clock does (`watch`). */
export interface Arming {
  path: string;
  /** Undefined dies nowhere. */
  point: number | 'answer' | undefined;
}
export interface ProcessOrder {
  advance?: number;
  arm?: Arming;
  steps?: true;
  collect?: true;
}
export interface ProcessAnswer {
  origin?: string;
  done?: true;
  steps?: string[];
  heldBytes?: number;
}

/** A shop that is a process. */
export interface ShopProcess extends Pick<TestShop, 'origin' | 'get' | 'post'> {
  arm(arming: Arming): Promise<void>;
  /** The statements since it was armed. */
  steps(): Promise<string[]>;
  /** Lets go of what nothing holds any more. @returns the bytes that are held; undefined of one that is gone */
  collect(): Promise<number | undefined>;
  /** Resolves once it is gone, however that came. */
  gone: Promise<void>;
  pid: number;
  kill(): Promise<void>;
}

/** A database, the pretend providers in a process of their own, and shops in others: they may die, it may not. */
export interface PayingProcesses extends SandboxControls {
  db: Db;
  /** Of the database. */
  url: string;
  /** The variables of an operator whose shop is paid there. */
  settings: Record<string, string>;
  /** The first is where providers call; others beside it share the database with it. */
  start(): Promise<ShopProcess>;
  startBeside(): Promise<ShopProcess>;
  /** Moves the clock of the shops alone, back too: somebody sets it. */
  setShops(milliseconds: number): Promise<void>;
  /** How far their clock is ahead. */
  ahead(): number;
  /** Milliseconds from the start of a process to its answering, the longest of all. */
  slowest(): number;
  close(): Promise<void>;
}

const sandboxProgram = fileURLToPath(import.meta.resolve('@fynbos/sandbox/payment-sandbox-process.ts'));

/** @param on a database of somebody else's, who drops it; and the way by which the shops reach it, when that is another */
export async function openPayingProcesses(
  files: Record<string, string>,
  settings: Record<string, string> = {},
  on?: FreshDatabase & { through: string },
): Promise<PayingProcesses> {
  const { db, url, drop } = on ?? (await freshDatabase());
  const data = await temporaryFolder();
  await withFiles(files, (folder) => importShop(db, folder));
  const sandbox = fork(sandboxProgram, { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const [said] = (await once(createInterface(sandbox.stdout!), 'line')) as [string];
  const sandboxUrl = said.split(' ').at(-1)!;
  const controls = controlsOf(sandboxUrl);
  const port = await freePort();
  const shopUrl = `http://127.0.0.1:${port}`;
  await controls.webHooksTo({
    card: webHookUrlOf({ shopUrl }, 'card'),
    wallet: webHookUrlOf({ shopUrl }, 'wallet'),
  });

  const running = new Set<ChildProcess>();
  let ahead = 0;
  let slowest = 0;

  async function start(ownPort: number): Promise<ShopProcess> {
    const child = fork(join(import.meta.dirname, 'paying-process.ts'), {
      execArgv: [],
      env: {
        ...process.env,
        ...settingsFor(sandboxUrl),
        ...settings,
        ...{ DATABASE_URL: on?.through ?? url, FYNBOS_DATA: data.folder, CLOCK_AHEAD: String(ahead) },
        ...{ PORT: String(ownPort), PUBLIC_URL: shopUrl },
      },
    });
    running.add(child);
    const begin = performance.now();
    const gone = once(child, 'exit').then(() => void running.delete(child));
    const failed = gone.then(() => Promise.reject(new Error('a shop did not start')));
    const [{ origin }] = (await Promise.race([once(child, 'message'), failed])) as [Required<ProcessAnswer>];
    slowest = Math.max(slowest, performance.now() - begin);
    const { ask, tell } = waysTo(child, origin);
    tells.set(child, tell);
    return {
      origin,
      gone,
      pid: child.pid!,
      get: (path, headers = {}) => ask(path, { headers }),
      post: (path, body, headers = {}) =>
        ask(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
      arm: async (arm) => void (await tell({ arm })),
      steps: async () => (await tell({ steps: true })).steps ?? [],
      collect: async () => (await tell({ collect: true })).heldBytes,
      async kill() {
        child.kill('SIGKILL');
        await gone;
      },
    };
  }
  const tells = new Map<ChildProcess, (order: ProcessOrder) => Promise<ProcessAnswer>>();

  return {
    ...controls,
    ...{ db, url, settings: settingsFor(sandboxUrl) },
    start: () => start(port),
    startBeside: () => start(0),
    slowest: () => slowest,
    ahead: () => ahead,
    /** Moves the clock of the providers, then that of every shop: what is due is due for all at once. */
    async advance(milliseconds) {
      ahead += milliseconds;
      await controls.advance(milliseconds);
      await Promise.all([...running].map((child) => tells.get(child)?.({ advance: milliseconds })));
    },
    async setShops(milliseconds) {
      ahead += milliseconds;
      await Promise.all([...running].map((child) => tells.get(child)?.({ advance: milliseconds })));
    },
    async close() {
      const ended = [...running, sandbox].map(async (child) => {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      });
      await Promise.all(ended);
      await drop();
      await data.remove();
    },
  };
}

function waysTo(child: ChildProcess, origin: string) {
  let answered: Promise<ProcessAnswer> = Promise.resolve({});
  return {
    async ask(path: string, init: RequestInit) {
      const answer = await fetch(origin + path, init);
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json');
      return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
    },
    /** One order at a time is under way: an answer does not say to which it belongs. */
    tell(order: ProcessOrder): Promise<ProcessAnswer> {
      answered = answered.then(() => give(child, order));
      return answered;
    },
  };
}

/** @returns nothing of a process that is gone */
async function give(child: ChildProcess, order: ProcessOrder): Promise<ProcessAnswer> {
  // Its end is told of before the channel to it is known to be closed.
  if (!child.connected || child.exitCode !== null || child.signalCode !== null) return {};
  const { promise, resolve } = Promise.withResolvers<ProcessAnswer>();
  const died = () => resolve({});
  child.once('message', resolve).once('exit', died);
  child.send(order, () => {});
  return promise.finally(() => child.off('exit', died).off('message', resolve));
}
