import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';
import { buildStorefront } from './build.ts';
import { sumOf, type Tally } from './vitest-reporter.ts';

const project = join(import.meta.dirname, '..');

/**
 * Time limit of a run; a run that exceeds it is killed and counts as failed. Stress tests have a longer
 * limit, and a soak adds its own duration.
 */
const timeoutMs = () => (process.env.STRESS ? 240 + 1.5 * Number(process.env.MINUTES ?? 0) : 40) * 60_000;

/** Projects that start whole shops and browsers, and spend much of their time waiting. */
const withBrowsers = ['process', 'e2e'];

/**
 * Runs all tests once, or those whose path contains one of the filters. A full run consists of two
 * concurrent runs: tests without browsers use the time in which browsers wait. Their output is printed when
 * both have ended.
 * @param filters parts of paths, and options of Vitest
 * @returns the tally; an aborted run has at least one failure
 */
export async function runTests(filters: readonly string[] = []): Promise<Tally> {
  if (filters.length > 0) return (await run(filters, 'inherit')).tally;
  const [browserRun, mainRun] = await Promise.all([
    run(
      withBrowsers.map((name) => `--project=${name}`),
      'inherit',
    ),
    run(
      withBrowsers.map((name) => `--project=!${name}`),
      'pipe',
    ),
  ]);
  process.stdout.write(mainRun.printed);
  return sumOf(browserRun.tally, mainRun.tally);
}

/** @param output `pipe` returns the output to the caller */
async function run(args: readonly string[], output: 'inherit' | 'pipe'): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-tally-'));
  const file = join(folder, 'tally.json');
  try {
    const { code, printed } = await vitest(args, file, output);
    const tally = JSON.parse(await readFile(file, 'utf8').catch(() => nothing)) as Tally;
    if (code !== 0 && tally.failed === 0) {
      tally.failed = 1;
      tally.failures.push({
        test: args.join(' '),
        reason: `every test passed, but the run exited with ${code}`,
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
  /** The output that was not printed yet. */
  printed: Buffer;
}

async function vitest(
  args: readonly string[],
  file: string,
  output: 'inherit' | 'pipe',
): Promise<{ code: number | null; printed: Buffer }> {
  const program = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'vitest-reporter.ts')}`];
  const child = spawn(process.execPath, [program, 'run', ...reporters, ...args], {
    cwd: project,
    stdio: ['inherit', output, output],
    // Caches the compiled code of the hundreds of shops and commands that tests start.
    env: {
      ...process.env,
      TALLY_FILE: file,
      NODE_COMPILE_CACHE: join(project, '.cache/node'),
    },
  });
  const late = setTimeout(() => {
    child.kill('SIGKILL');
    // Child processes may still hold its output open.
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  }, timeoutMs());
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  const [code] = await once(child, 'close');
  clearTimeout(late);
  return { code, printed: Buffer.concat(printed) };
}

/** The closing line for people and scripts. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Builds the storefront, runs the tests, and reports failures and skipped tests. */
export async function test(filters: readonly string[] = []): Promise<Tally> {
  const tally = await buildStorefront().then(
    () => runTests(filters),
    (problem) => {
      console.error(problem instanceof UserFacingError ? problem.message : problem);
      return JSON.parse(nothing) as Tally;
    },
  );
  for (const { test, reason } of tally.reasons) console.log(`skipped: ${test}: ${reason}`);
  for (const { test, reason } of tally.flaky) console.log(`passed at the second attempt: ${test}: ${reason}`);
  // Printed last, because the end of a long output is read first and may be all that is stored.
  for (const { test, reason } of tally.failures) console.log(`failed: ${test}: ${reason}`);
  return tally;
}

if (process.argv[1] === import.meta.filename) {
  const tally = await test(process.argv.slice(2));
  if (tally.failed > 0) process.exitCode = 1;
  console.log(closingLine(tally));
}
