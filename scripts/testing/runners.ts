import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PlaywrightReport, tallyOf } from './playwright-report.ts';
import { type Ended, inPackage, type RunOptions, runNode } from './run-process.ts';
import { failedRun, type Tally } from './tally.ts';

/** What a test runner found, and its output when it was not printed yet. */
export interface Outcome {
  tally: Tally;
  printed: Buffer;
}

/**
 * Time limit of a run; a run that exceeds it is killed and counts as failed. Stress tests have a longer
 * limit, and a soak adds its own duration.
 */
const timeoutMs = () => (process.env.STRESS ? 240 + 1.5 * Number(process.env.MINUTES ?? 0) : 40) * 60_000;

/** Runs Vitest with these options and filters. */
export const runVitest = (args: readonly string[], output: RunOptions['output']): Promise<Outcome> =>
  withReport('vitest', args, async (report) => {
    const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'vitest-reporter.ts')}`];
    const program = inPackage('vitest', 'vitest.mjs');
    const ended = await runNode([program, 'run', ...reporters, ...args], {
      ...{ output, timeoutMs: timeoutMs(), env: { TALLY_FILE: report } },
    });
    return { ended, read: (text) => JSON.parse(text) as Tally };
  });

/** Runs Playwright with these options and filters. */
export const runPlaywright = (args: readonly string[], output: RunOptions['output']): Promise<Outcome> =>
  withReport('playwright', args, async (report) => {
    const program = inPackage('@playwright/test', 'cli.js');
    const ended = await runNode([program, 'test', ...args], {
      ...{ output, timeoutMs: timeoutMs(), env: { E2E_REPORT: report } },
    });
    return { ended, read: (text) => tallyOf(JSON.parse(text) as PlaywrightReport) };
  });

/** Runs a test runner that writes a report to a file. A run without a report has failed. */
async function withReport(
  name: string,
  args: readonly string[],
  run: (report: string) => Promise<{ ended: Ended; read: (text: string) => Tally }>,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-tally-'));
  const report = join(folder, 'report.json');
  try {
    const { ended, read } = await run(report);
    const label = [name, ...args].join(' ');
    const text = await readFile(report, 'utf8').catch(() => '');
    const tally = text ? read(text) : failedRun(label, `the run exited with ${ended.code} and no report`);
    if (ended.code !== 0 && tally.failed === 0)
      return {
        ...ended,
        tally: {
          ...tally,
          ...failedEntry(label, `every test passed, but the run exited with ${ended.code}`),
        },
      };
    return { ...ended, tally };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const failedEntry = (test: string, reason: string): Pick<Tally, 'failed' | 'failures'> => ({
  ...{ failed: 1, failures: [{ test, reason }] },
});
