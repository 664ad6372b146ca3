import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { databaseAt, onServer } from '@fynbos/api/testing/database.ts';
import { loadInto } from '@fynbos/api/testing/demo-template.ts';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import { inject } from 'vitest';

/** The real shop as `npm start` runs it, on a free port, with its own data folder and database. */
export interface RunningShop {
  origin: string;
  /** Loads files into the running shop, as the operator's command does. Throws on an invalid file. */
  import(folder: string): Promise<void>;
  /**
   * Runs `npm run admin -- …` on the running shop.
   * @returns its output
   */
  admin(...args: string[]): Promise<string>;
  /** All output so far, including the log. */
  output(): string;
  /** Path of the data folder. */
  data: string;
  /** URL of the database; empty when the shop runs its own. */
  database: string;
  stop(): Promise<void>;
}

const project = path.join(import.meta.dirname, '..');
const startingMs = 110_000;

/** For a shop that reads the client IP from a header. Otherwise all visitors would share one rate limit. */
export const trusted = { TRUSTED_PROXIES: '127.0.0.1,::1' };

/** The base for new shops: a template database with the demo data, and prepared pictures. */
export interface DemoShop {
  server: string;
  template: string;
  pictures: string;
}

/**
 * @param env settings in addition to the port and the data folder. With an empty `DATABASE_URL` the shop
 * runs its own database, as for a new operator, and loads the demo itself, which takes a second or two
 * longer.
 */
export async function startShop(
  env: Record<string, string> = {},
  demo: DemoShop = inject('demoShop'),
): Promise<RunningShop> {
  const { folder: data, remove: removeFolder } = await temporaryFolder();
  const { url, drop } = env.DATABASE_URL === undefined ? await copyOf(demo) : noCopy;
  const remove = async () => {
    await drop();
    await removeFolder();
  };
  await symlink(demo.pictures, path.join(data, 'images'));
  const defaults = { NODE_ENV: 'production', PORT: '0', FYNBOS_DATA: data, DATABASE_URL: url };
  const all = { ...process.env, ...defaults, ...env };
  const child = spawn(process.execPath, ['--import', './e2e/end-with-parent.ts', 'start.ts'], {
    cwd: project,
    env: all,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => output.push(`${text}`));
  const origin = await addressOf(child).catch(async (cause) => {
    child.kill('SIGTERM');
    await remove();
    throw cause;
  });
  return {
    origin,
    data,
    database: all.DATABASE_URL,
    output: () => output.join(''),
    import: (folder) => loadInto(all.DATABASE_URL, folder),
    async admin(...args) {
      const file = path.join(project, 'api/src/cli/admin.ts');
      const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { env: all });
      return stdout;
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await remove();
    },
  };
}

const noCopy = { url: '', drop: async () => {} };

/** Creates a copy of the demo database. */
async function copyOf({ server, template }: DemoShop): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `shop_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name} template ${template}`);
  return {
    url: databaseAt(server, name),
    drop: () => onServer(server, `drop database ${name} with (force)`),
  };
}

/**
 * Waits until a process of the shop listens.
 * @returns its address
 * @throws with its output when the process ends early
 */
export async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The shop did not start:\n${output}`)), startingMs);
    const read = (text: Buffer) => {
      output += text;
      const address = /http:\/\/\S+:\d+/.exec(output)?.[0];
      if (!address || !output.includes('Ctrl-C')) return;
      clearTimeout(late);
      resolve(address.replace(/,$/, ''));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`The shop exited with ${code}:\n${output}`));
    });
  });
}
