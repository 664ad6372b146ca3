import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { expect } from 'vitest';

const project = join(import.meta.dirname, '../..');
const workspaces = ['core', 'api', 'storefront', 'sandbox', 'artwork'];

/** `npm run dev` as its own process, on a copy of the sources. */
export interface DevProcess {
  child: ChildProcess;
  origin: string;
  /** The data folder. */
  data: string;
  /** What it has printed. */
  output(): string;
  /** Waits until it has printed a text, after the characters that are skipped. */
  printed(text: string, skipped?: number): Promise<void>;
  /** A source file; the path begins at the root. */
  read(file: string): Promise<string>;
  /** Replaces a text in a source file. */
  change(file: string, from: string, to: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts `npm run dev`.
 * @param args the arguments after `--`
 */
export async function startDev(
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<DevProcess> {
  const copy = await copyOfSources();
  const data = await temporaryFolder();
  const child = spawn(process.execPath, ['scripts/run.js', 'server/dev/main.ts', ...args], {
    cwd: copy,
    env: {
      ...{ PATH: process.env.PATH, HOME: data.folder, FYNBOS_DATA: data.folder },
      ...{ PORT: '0', MAIL_SINK_PORT: '0', SANDBOX_PORT: '0', ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text));
  const ended = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  async function printed(text: string, skipped = 0): Promise<void> {
    while (!output.slice(skipped).includes(text)) {
      await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data'), ended]);
      if (hasEnded()) throw new Error(`npm run dev ended: ${output}`);
    }
  }
  await printed('Ctrl-C ends it');
  const read = (file: string) => readFile(join(copy, file), 'utf8');
  return {
    ...{ child, data: data.folder, printed },
    origin: /Fynbos is at (\S+),/.exec(output)![1]!,
    output: () => output,
    read,
    async change(file, from, to) {
      const source = await read(file);
      expect(source).toContain(from);
      await writeFile(join(copy, file), source.replace(from, to));
    },
    async stop() {
      if (!hasEnded()) child.kill('SIGTERM');
      await ended;
      await Promise.all([data.remove(), rm(copy, { recursive: true })]);
    },
  };
}

/**
 * Copies the sources below the project, so that packages are found there. Workspaces are linked to their
 * copies.
 */
async function copyOfSources(): Promise<string> {
  await mkdir(join(project, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(project, '.cache/dev-test-'));
  const isSource = (path: string) => !/\/storefront\/(build|\.react-router)$|\.test\.tsx?$/.test(path);
  for (const part of [...workspaces, 'server', 'scripts', 'catalogue', 'tsconfig.json'])
    await cp(join(project, part), join(folder, part), { recursive: true, filter: isSource });
  await mkdir(join(folder, 'node_modules/@fynbos'), { recursive: true });
  for (const name of workspaces)
    await symlink(join(folder, name), join(folder, 'node_modules/@fynbos', name));
  return folder;
}
