import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** What a run of all tests came to. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Why tests were skipped, as they said with `context.skip('reason')`. */
  reasons: { test: string; reason: string }[];
}

/** A Vitest reporter that counts, and writes the tally to the file named in `TALLY_FILE`. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tally: Tally = { passed: 0, failed: unhandled.length, skipped: 0, reasons: [] };
    for (const module of modules) count(module, tally);
    if (process.env.TALLY_FILE) writeFileSync(process.env.TALLY_FILE, JSON.stringify(tally));
  }
}

function count(module: TestModule, tally: Tally): void {
  for (const test of module.children.allTests()) {
    const result = test.result();
    // A test that never ran because the run broke off was not passed.
    tally[result.state === 'pending' ? 'failed' : result.state] += 1;
    if (result.state === 'skipped')
      tally.reasons.push({
        test: `${module.relativeModuleId} › ${test.fullName}`,
        reason: result.note ?? 'no reason given',
      });
  }
  // A file that cannot be loaded, or whose set-up fails, is a failure even where no single test is.
  const broken = module.state() === 'failed' && ![...module.children.allTests('failed')].length;
  if (broken) tally.failed += 1;
}
