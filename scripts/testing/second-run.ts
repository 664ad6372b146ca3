import type { Tally, TestResult } from './tally.ts';

/** The file in the name of a test; undefined for a failure outside any file, such as a failed build. */
const fileOf = ({ test }: TestResult): string | undefined =>
  /^\S+\.(?:test|stress)\.tsx?(?= › |$)/.exec(test)?.[0];

/**
 * Runs the files of failed tests once more, one after the other. If all tests of a file pass then, its failures are
 * flaky and count as passed; if any test fails in the second run, its failures of both runs stay. A failure that
 * belongs to no file stays.
 * @param run runs one file, with nothing beside it
 */
export async function withSecondRun(first: Tally, run: (file: string) => Promise<Tally>): Promise<Tally> {
  const files = new Set(first.failures.flatMap((failure) => fileOf(failure) ?? []));
  const outside = first.failures.filter((failure) => fileOf(failure) === undefined);
  const tally = { ...first, failures: [...outside], flaky: [...first.flaky] };
  for (const file of files) {
    const inFile = first.failures.filter((failure) => fileOf(failure) === file);
    const again = await run(file);
    const isPassed = again.passed > 0 && again.failed === 0 && again.failures.length === 0;
    if (isPassed) {
      tally.flaky.push(...inFile);
      tally.failed -= inFile.length;
      tally.passed += inFile.length;
    } else {
      const known = new Set(inFile.map(({ test }) => test));
      const later = again.failures.filter((failure) => fileOf(failure) && !known.has(failure.test));
      tally.failures.push(...inFile, ...later);
      tally.failed += later.length;
      tally.passed -= later.length;
    }
  }
  return tally;
}
