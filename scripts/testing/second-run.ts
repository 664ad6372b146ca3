import type { Tally, TestResult } from './tally.ts';

/** The file in the name of a test; undefined for a failure outside any file, such as a failed build. */
const fileOf = ({ test }: TestResult): string | undefined =>
  /^\S+\.(?:test|stress)\.tsx?(?= › |$)/.exec(test)?.[0];

/**
 * Runs the files of failed tests once more, one after the other. A test that fails only once is reported as flaky and
 * counts as passed. A failure that belongs to no file stays.
 * @param run runs one file, with nothing beside it
 */
export async function withSecondRun(first: Tally, run: (file: string) => Promise<Tally>): Promise<Tally> {
  const files = new Set(first.failures.flatMap((failure) => fileOf(failure) ?? []));
  const outside = first.failures.filter((failure) => fileOf(failure) === undefined);
  const tally = { ...first, failures: [...outside], flaky: [...first.flaky] };
  for (const file of files) {
    const again = await run(file);
    const inFile = first.failures.filter((failure) => fileOf(failure) === file);
    const secondFailures = new Map(again.failures.map((failure) => [failure.test, failure]));
    const isCompleted = again.passed + again.failed + again.skipped > 0 && again.failures.every(fileOf);
    for (const failure of inFile) {
      const hasPassed = isCompleted && !secondFailures.has(failure.test);
      if (hasPassed) tally.flaky.push(failure);
      else tally.failures.push(secondFailures.get(failure.test) ?? failure);
    }
    // A test that failed in the second run only is flaky, too.
    const names = new Set(inFile.map(({ test }) => test));
    tally.flaky.push(...again.failures.filter((failure) => isCompleted && !names.has(failure.test)));
  }
  const passedLater = first.failures.length - tally.failures.length;
  return { ...tally, failed: first.failed - passedLater, passed: first.passed + passedLater };
}
