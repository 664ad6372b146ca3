import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Db } from '@fynbos/api/db.ts';
import { webHookUrlsOf } from '@fynbos/api/payments/attempts/provider-redirect-service.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { settingsFor } from '@fynbos/sandbox/payments/simulators.ts';
import { withFiles } from '../catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '../database/test-database.ts';
import { freePort } from '../network/free-port.ts';
import { controlsOf, type SandboxControls } from '../payments/sandbox-controls.ts';
import type { TestShop } from '../shop/test-shop.ts';
import { manyUnpaidOrders } from '../shop/unpaid-limits.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Where a process dies: at a point of a request with this path, or of the clock's work (`watch`). */
export interface Arming {
  path: string;
  /** Undefined never dies. */
  point: number | 'answer' | undefined;
}
export interface ProcessOrder {
  advance?: number;
  arm?: Arming;
  steps?: true;
  collect?: true;
  /** File for a heap snapshot. */
  snapshot?: string;
}
export interface ProcessReply {
  origin?: string;
  done?: true;
  steps?: string[];
  held?: HeldMemory;
}

/** Memory of the heap after a collection, in bytes. */
export interface HeldMemory {
  data: number;
  /** Functions that V8 has compiled, as bytecode and as machine code. */
  code: number;
}

/** A shop in a process of its own. */
export interface ShopProcess extends Pick<TestShop, 'origin' | 'get' | 'post'> {
  arm(arming: Arming): Promise<void>;
  /** The statements since it was armed. */
  steps(): Promise<string[]>;
  /**
   * Forces a garbage collection.
   * @returns the bytes in use; undefined when the process has exited
   */
  collect(): Promise<HeldMemory | undefined>;
  /** Writes a heap snapshot. The process does nothing else meanwhile. */
  writeHeapSnapshot(file: string): Promise<void>;
  /** Resolves when the process has exited for any reason. */
  exited: Promise<void>;
  pid: number;
  kill(): Promise<void>;
}

/**
 * A database, a process with the sandbox providers, and processes with shops. The shops may die; the
 * providers may not.
 */
export interface PayingProcesses extends SandboxControls {
  db: Db;
  /** URL of the database. */
  url: string;
  /** The operator variables of a shop that uses these providers. */
  settings: Record<string, string>;
  /** The first process receives the providers' calls; the others share its database. */
  start(): Promise<ShopProcess>;
  startBeside(): Promise<ShopProcess>;
  /** Moves only the clock of the shops, possibly back. */
  setShops(milliseconds: number): Promise<void>;
  /** How far the clock of the shops is ahead, in milliseconds. */
  ahead(): number;
  /** The longest time from the start of a process to its first response, in milliseconds. */
  slowest(): number;
  close(): Promise<void>;
}

const sandboxProgram = fileURLToPath(import.meta.resolve('@fynbos/sandbox/payment-sandbox-process.ts'));

/** @param on an external database that the caller drops, and the address through which the shops reach it */
export async function openPayingProcesses(
  files: Record<string, string>,
  settings: Record<string, string> = {},
  on?: FreshDatabase & { through: string },
): Promise<PayingProcesses> {
  const { db, url, drop } = on ?? (await freshDatabase());
  const data = await temporaryFolder();
  await withFiles(files, (folder) => importShop(db, folder));
  const sandbox = fork(sandboxProgram, { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const [readyLine] = (await once(createInterface(sandbox.stdout!), 'line')) as [string];
  const sandboxUrl = readyLine.split(' ').at(-1)!;
  const controls = controlsOf(sandboxUrl);
  const port = await freePort();
  const shopUrl = `http://127.0.0.1:${port}`;
  await controls.webHooksTo(webHookUrlsOf({ shopUrl }));

  const running = new Set<ChildProcess>();
  let ahead = 0;
  let slowest = 0;

  async function start(ownPort: number): Promise<ShopProcess> {
    const child = fork(join(import.meta.dirname, 'payment-shop-process.ts'), {
      execArgv: [],
      env: {
        ...process.env,
        ...manyUnpaidOrders,
        ...settingsFor(sandboxUrl),
        // Many of these processes share the machine with their tests.
        TIMEOUT_SCALE: '20',
        ...settings,
        ...{ DATABASE_URL: on?.through ?? url, FYNBOS_DATA: data.folder, CLOCK_AHEAD: String(ahead) },
        ...{ PORT: String(ownPort), PUBLIC_URL: shopUrl },
      },
    });
    running.add(child);
    const begin = performance.now();
    const exited = once(child, 'exit').then(() => void running.delete(child));
    const failed = exited.then(() => Promise.reject(new Error('a shop did not start')));
    const [{ origin }] = (await Promise.race([once(child, 'message'), failed])) as [Required<ProcessReply>];
    slowest = Math.max(slowest, performance.now() - begin);
    const { request, sendCommand } = clientsFor(child, origin);
    commandSenders.set(child, sendCommand);
    return {
      origin,
      exited,
      pid: child.pid!,
      get: (path, headers = {}) => request(path, { headers }),
      post: (path, body, headers = {}) =>
        request(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
      arm: async (arm) => void (await sendCommand({ arm })),
      steps: async () => (await sendCommand({ steps: true })).steps ?? [],
      collect: async () => (await sendCommand({ collect: true })).held,
      writeHeapSnapshot: async (snapshot) => void (await sendCommand({ snapshot })),
      async kill() {
        child.kill('SIGKILL');
        await exited;
      },
    };
  }
  const commandSenders = new Map<ChildProcess, (order: ProcessOrder) => Promise<ProcessReply>>();

  return {
    ...controls,
    ...{ db, url, settings: settingsFor(sandboxUrl) },
    start: () => start(port),
    startBeside: () => start(0),
    slowest: () => slowest,
    ahead: () => ahead,
    /** Moves the clock of the providers, then that of every shop, so that work falls due for all at once. */
    async advance(milliseconds) {
      ahead += milliseconds;
      await controls.advance(milliseconds);
      await Promise.all([...running].map((child) => commandSenders.get(child)?.({ advance: milliseconds })));
    },
    async setShops(milliseconds) {
      ahead += milliseconds;
      await Promise.all([...running].map((child) => commandSenders.get(child)?.({ advance: milliseconds })));
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

function clientsFor(child: ChildProcess, origin: string) {
  let lastReply: Promise<ProcessReply> = Promise.resolve({});
  return {
    async request(path: string, init: RequestInit) {
      const response = await fetch(origin + path, init);
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
    /** Sends one command at a time, because a reply does not identify its command. */
    sendCommand(order: ProcessOrder): Promise<ProcessReply> {
      lastReply = lastReply.then(() => give(child, order));
      return lastReply;
    },
  };
}

/** @returns an empty reply when the process has exited */
async function give(child: ChildProcess, order: ProcessOrder): Promise<ProcessReply> {
  // The exit is known before the channel is reported as closed.
  if (!child.connected || child.exitCode !== null || child.signalCode !== null) return {};
  const { promise, resolve } = Promise.withResolvers<ProcessReply>();
  const died = () => resolve({});
  child.once('message', resolve).once('exit', died);
  child.send(order, () => {});
  return promise.finally(() => child.off('exit', died).off('message', resolve));
}
