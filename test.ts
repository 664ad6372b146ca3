import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UserFacingError } from '@fynbos/api/database/start-problem.ts';
import { buildStorefront } from './build.ts';
import { sumOf, type Tally } from './tally.ts';

/**
 * A run that takes longer hangs: it is ended and counts as failed. What is played in full size takes its time; a soak, which is
 * told how many minutes it lasts, that much more.
 */
const longest = () => (process.env.TORTURE ? 240 + 1.5 * Number(process.env.MINUTES ?? 0) : 40) * 60_000;

/** What starts whole shops and browsers, and waits for them a good part of its time. */
const withBrowsers = ['start', 'e2e'];

/**
 * Runs all tests once, or those whose path contains one of the filters. All of them are two runs at the same time: the one
 * without browsers works while browsers wait, and is printed when both have ended.
 *
 * @param filters parts of paths, and options of Vitest
 * @returns the tally; a run that breaks off, in whatever way, has at least one failure
 */
export async function runTests(filters: readonly string[] = []): Promise<Tally> {
  if (filters.length > 0) return (await run(filters, 'inherit')).tally;
  const [one, other] = await Promise.all([
    run(
      withBrowsers.map((name) => `--project=${name}`),
      'inherit',
    ),
    run(
      withBrowsers.map((name) => `--project=!${name}`),
      'pipe',
    ),
  ]);
  process.stdout.write(other.printed);
  return sumOf(one.tally, other.tally);
}

/** @param output where its output goes: with `pipe` to the caller */
async function run(words: readonly string[], output: 'inherit' | 'pipe'): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-tally-'));
  const file = join(folder, 'tally.json');
  try {
    const { code, printed } = await vitest(words, file, output);
    const tally = JSON.parse(await readFile(file, 'utf8').catch(() => nothing)) as Tally;
    if (code !== 0 && tally.failed === 0) {
      tally.failed = 1;
      tally.failures.push({
        test: words.join(' '),
        reason: `every test passed, but the run ended with ${code}`,
      });
    }
    return { tally, printed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const nothing = JSON.stringify({
  ...{ passed: 0, failed: 1, skipped: 0, threats: {} },
  ...{ failures: [], reasons: [], flaky: [] },
} satisfies Tally);

interface Ended {
  tally: Tally;
  /** What it printed, where nobody saw it yet. */
  printed: Buffer;
}

async function vitest(
  words: readonly string[],
  file: string,
  output: 'inherit' | 'pipe',
): Promise<{ code: number | null; printed: Buffer }> {
  const program = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'tally.ts')}`];
  const child = spawn(process.execPath, [program, 'run', ...reporters, ...words], {
    cwd: import.meta.dirname,
    stdio: ['inherit', output, output],
    // The shops and commands that tests start, some hundred, are compiled once.
    env: {
      ...process.env,
      TALLY_FILE: file,
      NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/node'),
    },
  });
  const late = setTimeout(() => {
    child.kill('SIGKILL');
    // What it started may hold its output open.
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  }, longest());
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => printed.push(piece));
  const [code] = await once(child, 'close');
  clearTimeout(late);
  return { code, printed: Buffer.concat(printed) };
}

/** The closing line that people and machines read. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Builds what the tests look at, runs them, and says why some failed or were skipped. */
export async function test(filters: readonly string[] = []): Promise<Tally> {
  const tally = await buildStorefront().then(
    () => runTests(filters),
    (problem) => {
      console.error(problem instanceof UserFacingError ? problem.message : problem);
      return JSON.parse(nothing) as Tally;
    },
  );
  for (const { test, reason } of tally.reasons) console.log(`skipped: ${test}: ${reason}`);
  for (const { test, reason } of tally.flaky) console.log(`passed at the second try: ${test}: ${reason}`);
  // Last, since of a long output the end is what is read first, and sometimes all that is kept.
  for (const { test, reason } of tally.failures) console.log(`failed: ${test}: ${reason}`);
  return tally;
}

if (process.argv[1] === import.meta.filename) {
  const tally = await test(process.argv.slice(2));
  if (tally.failed > 0) process.exitCode = 1;
  console.log(closingLine(tally));
}
