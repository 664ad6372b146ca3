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

/** The real shop as `npm start` runs it, on a free port, with a data folder and a database of its own. */
export interface RunningShop {
  origin: string;
  /** Loads files into the running shop, as the operator's command does. Throws where one has a mistake. */
  import(folder: string): Promise<void>;
  /** Runs `npm run admin -- …` on the running shop. @returns what it printed */
  admin(...words: string[]): Promise<string>;
  /** All it printed so far, its log too. */
  output(): string;
  /** Its data folder. */
  data: string;
  /** Its database; empty where it runs one itself. */
  database: string;
  stop(): Promise<void>;
}

const project = path.join(import.meta.dirname, '..');
const startingMs = 110_000;

/** For a shop that is told by a header which machine asks: those who come would share what one may do. */
export const trusted = { TRUSTED_PROXIES: '127.0.0.1,::1' };

/** What shops are started from: the loaded demo on a database server, to copy, and prepared pictures. */
export interface DemoShop {
  server: string;
  template: string;
  pictures: string;
}

/**
 * @param env what to set besides the port and the data folder; with `DATABASE_URL` empty the shop runs its own
 * database as a new operator's does, and loads the demo itself, which takes a second or two longer
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
  const ours = { NODE_ENV: 'production', PORT: '0', FYNBOS_DATA: data, DATABASE_URL: url };
  const all = { ...process.env, ...ours, ...env };
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
    async admin(...words) {
      const file = path.join(project, 'api/src/cli/admin.ts');
      const { stdout } = await promisify(execFile)(process.execPath, [file, ...words], { env: all });
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

/** The demo shop in a database that nobody else has. */
async function copyOf({ server, template }: DemoShop): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `shop_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name} template ${template}`);
  return {
    url: databaseAt(server, name),
    drop: () => onServer(server, `drop database ${name} with (force)`),
  };
}

/** Waits until a process of the shop listens. @returns where; throws with what it said when it ends before */
export async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The shop did not start:\n${said}`)), startingMs);
    const read = (text: Buffer) => {
      said += text;
      const address = /http:\/\/\S+:\d+/.exec(said)?.[0];
      if (!address || !said.includes('Ctrl-C')) return;
      clearTimeout(late);
      resolve(address.replace(/,$/, ''));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`The shop ended with ${code}:\n${said}`));
    });
  });
}
