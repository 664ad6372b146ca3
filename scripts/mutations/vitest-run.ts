import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tally } from '../testing/tally.ts';

/** A defect can make a test wait for ever: that is found, too. */
const timeoutMs = 10 * 60_000;

/** The result of a run of test files. */
export interface TestRun {
  /** The first failed test, with its file; undefined when all passed. */
  failed: string | undefined;
  /** Shown when the run itself failed. */
  output: string;
}

/** The tests to run. */
export interface Selection {
  /** All files of the projects when left out. */
  files?: readonly string[];
  /** Names of projects of Vitest. */
  projects: readonly string[];
  /** Texts of which a title must contain one; all tests when left out. */
  titles?: readonly string[] | undefined;
}

/**
 * Runs tests until the first failure.
 * @throws Error when no test ran, although the run succeeded
 */
export async function runVitest(
  folder: string,
  { files = [], projects, titles }: Selection,
  env: Readonly<Record<string, string>>,
): Promise<TestRun> {
  const tallyFile = join(folder, '.tally.json');
  await rm(tallyFile, { force: true });
  const args = [
    ...['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--retry=0'],
    ...['--reporter=dot', '--reporter=./scripts/testing/vitest-reporter.ts'],
    ...projects.map((name) => `--project=${name}`),
    ...(titles ? [`--testNamePattern=${titles.map(escaped).join('|')}`] : []),
    ...files,
  ];
  const { code, output, isLate } = await run(args, folder, { ...env, TALLY_FILE: tallyFile });
  const tally = JSON.parse(await readFile(tallyFile, 'utf8').catch(() => '{}')) as Partial<Tally>;
  const isEmpty = code === 0 && !tally.passed;
  if (isEmpty || output.includes('No test files found'))
    throw new Error(`no test ran: ${args.slice(2).join(' ')}\n${output}`);
  const [first] = tally.failures ?? [];
  if (isLate) return { failed: 'no result in time', output };
  return { failed: first?.test ?? (code === 0 ? undefined : 'the set-up of the tests'), output };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

async function run(args: readonly string[], folder: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, NO_COLOR: '1' },
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => printed.push(chunk));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
    // Child processes may still hold its output open.
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }, timeoutMs);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, output: Buffer.concat(printed).toString(), isLate };
}

/** The project of Vitest that a test file belongs to (see the configuration of Vitest). */
export function projectOf(file: string): string {
  const home = file.split('/')[0]!;
  if (home !== 'tests') return home === 'scripts' ? 'conventions' : home;
  const kind = file.split('/')[1]!;
  return { schema: 'api', http: 'http', process: 'process', conventions: 'conventions' }[kind] ?? 'security';
}
