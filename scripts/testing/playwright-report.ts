import { stripVTControlCharacters } from 'node:util';
import { emptyTally, oneLine, type Tally, threatsIn } from './tally.ts';

/** The parts of Playwright's JSON report that a tally needs. */
export interface PlaywrightReport {
  suites: Suite[];
  /** Errors outside any test. */
  errors: { message?: string }[];
}

interface Suite {
  title: string;
  file: string;
  specs: Spec[];
  suites?: Suite[];
}

interface Spec {
  title: string;
  tests: {
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    annotations: { type: string; description?: string }[];
    results: { status: string; error?: { message?: string } }[];
  }[];
}

/**
 * Counts the tests of a Playwright report. A test reports a number of attempted attacks with an annotation of
 * the type `attempts`. A test that passes only at another attempt is a failure.
 */
export function tallyOf({ suites, errors }: PlaywrightReport): Tally {
  const tally = emptyTally();
  for (const { message = 'no reason reported' } of errors) {
    tally.failed += 1;
    tally.failures.push({ test: 'outside any test', reason: plain(message) });
  }
  for (const suite of suites) countSuite(suite, [], tally);
  return tally;
}

function countSuite({ title, file, specs, suites = [] }: Suite, around: readonly string[], tally: Tally) {
  // The suite of a file has its path as title.
  const path = around.length === 0 ? [`tests/e2e/specs/${file}`] : [...around, title];
  for (const spec of specs) countSpec(spec, path, tally);
  for (const suite of suites) countSuite(suite, path, tally);
}

function countSpec({ title, tests }: Spec, around: readonly string[], tally: Tally): void {
  const name = [...around, title].join(' › ');
  for (const { status, annotations, results } of tests) {
    const note = (type: string) => annotations.find((annotation) => annotation.type === type)?.description;
    // A test that was not reached, because a hook failed or the run was aborted, has no such annotation.
    const isIntended = annotations.some(({ type }) => type === 'skip' || type === 'fixme');
    if (status === 'skipped' && isIntended) {
      tally.skipped += 1;
      tally.reasons.push({ test: name, reason: note('skip') ?? note('fixme') ?? 'no reason given' });
      continue;
    }
    const isPassed = status === 'expected';
    tally[isPassed ? 'passed' : 'failed'] += 1;
    if (!isPassed) {
      const error = results.find((result) => result.error)?.error?.message;
      tally.failures.push({ test: name, reason: plain(error ?? `the test was ${results.at(-1)?.status}`) });
    }
    for (const id of threatsIn(name)) {
      tally.threats[id] ??= { attempts: 0, accepted: [] };
      tally.threats[id].attempts += Number(note('attempts') ?? 1);
      if (!isPassed) tally.threats[id].accepted.push(name);
    }
  }
}

const plain = (message: string): string => oneLine(stripVTControlCharacters(message));
