import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartProblem } from '@fynbos/api/database/start-problem.ts';
import { buildStorefront } from './build.ts';
import type { Tally } from './tally.ts';

/**
 * A run that takes longer hangs: it is ended and counts as failed. What is played in full size takes its time; a soak, which is
 * told how many minutes it lasts, that much more.
 */
const longest = () => (process.env.TORTURE ? 240 + 1.5 * Number(process.env.MINUTES ?? 0) : 40) * 60_000;

/**
 * Runs all tests once, or those whose path contains one of the filters.
 *
 * @param filters parts of paths, and options of Vitest
 * @returns the tally; a run that breaks off, in whatever way, has at least one failure
 */
export async function runTests(filters: readonly string[] = []): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-tally-'));
  const file = join(folder, 'tally.json');
  try {
    const code = await vitest(filters, file);
    const tally = JSON.parse(await readFile(file, 'utf8').catch(() => nothing)) as Tally;
    if (code !== 0 && tally.failed === 0) tally.failed = 1;
    return tally;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const nothing = JSON.stringify({
  ...{ passed: 0, failed: 1, skipped: 0, reasons: [], flaky: [], threats: {} },
} satisfies Tally);

async function vitest(filters: readonly string[], file: string): Promise<number | null> {
  const program = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'tally.ts')}`];
  const child = spawn(process.execPath, [program, 'run', ...reporters, ...filters], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    // The shops and commands that tests start, some hundred, are compiled once.
    env: {
      ...process.env,
      TALLY_FILE: file,
      NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/node'),
    },
  });
  const late = setTimeout(() => child.kill('SIGKILL'), longest());
  const [code] = await once(child, 'exit');
  clearTimeout(late);
  return code;
}

/** The closing line that people and machines read. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Builds what the tests look at, runs them, and says why some were skipped. */
export async function test(filters: readonly string[] = []): Promise<Tally> {
  const tally = await buildStorefront().then(
    () => runTests(filters),
    (problem) => {
      console.error(problem instanceof StartProblem ? problem.message : problem);
      return JSON.parse(nothing) as Tally;
    },
  );
  for (const { test, reason } of tally.reasons) console.log(`skipped: ${test}: ${reason}`);
  for (const { test, reason } of tally.flaky) console.log(`passed at the second try: ${test}: ${reason}`);
  return tally;
}

if (process.argv[1] === import.meta.filename) {
  const tally = await test(process.argv.slice(2));
  if (tally.failed > 0) process.exitCode = 1;
  console.log(closingLine(tally));
}
