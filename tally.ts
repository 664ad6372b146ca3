import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/** What a run of all tests came to. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed and why, as far as it is known: a run that broke off has more failures than names for them. */
  failures: { test: string; reason: string }[];
  /** Why tests were skipped, as they say with `context.skip('reason')` or their group with `meta.reason`. */
  reasons: { test: string; reason: string }[];
  /** By the number of a threat (`T3`): how many attacks were tried, and the tests in which one was accepted. */
  threats: Record<string, { tried: number; accepted: string[] }>;
  /** Tests that passed only when they were tried again, and what was wrong the first time. */
  flaky: { test: string; reason: string }[];
}

/** What two runs of different tests came to. */
export const sumOf = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failures: [...one.failures, ...other.failures],
  reasons: [...one.reasons, ...other.reasons],
  flaky: [...one.flaky, ...other.flaky],
  threats: Object.fromEntries(
    Object.keys({ ...one.threats, ...other.threats }).map((threat) => {
      const both = [one.threats[threat], other.threats[threat]].filter((some) => some !== undefined);
      const tried = both.reduce((all, some) => all + some.tried, 0);
      return [threat, { tried, accepted: both.flatMap((some) => some.accepted) }];
    }),
  ),
});

/** A Vitest reporter that counts, and writes the tally to the file named in `TALLY_FILE`. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tally: Tally = {
      ...{ passed: 0, failed: unhandled.length, skipped: 0 },
      ...{ failures: [], reasons: [], flaky: [], threats: {} },
    };
    for (const error of unhandled) tally.failures.push({ test: 'outside any test', reason: inALine(error) });
    for (const module of modules) count(module, tally);
    if (process.env.TALLY_FILE) writeFileSync(process.env.TALLY_FILE, JSON.stringify(tally));
  }
}

function count(module: TestModule, tally: Tally): void {
  for (const test of module.children.allTests()) {
    const state = outcome(test);
    tally[state] += 1;
    const name = `${module.relativeModuleId} › ${test.fullName}`;
    if (state !== 'skipped') countAttacks(test, state === 'passed', tally.threats);
    if (state === 'failed') tally.failures.push({ test: name, reason: faultOf(test) });
    if (state === 'skipped') tally.reasons.push({ test: name, reason: reasonOf(test) });
    if (test.diagnostic()?.flaky) tally.flaky.push({ test: name, reason: faultOf(test) });
  }
  // A file that cannot be loaded, or what comes after its tests, is a failure even where no test is one.
  for (const suite of [module, ...module.children.allSuites()]) {
    const isTold = [...suite.children.allTests()].some((test) => outcome(test) === 'failed');
    if (suite.errors().length === 0 || isTold) continue;
    tally.failed += 1;
    const inside = suite.type === 'suite' ? ` › ${suite.fullName}` : '';
    tally.failures.push({ test: module.relativeModuleId + inside, reason: inALine(suite.errors()[0]) });
  }
}

/** A test is of the threats that it names in brackets, and is one attack unless it says how many. */
function countAttacks(test: TestCase, isRefused: boolean, threats: Tally['threats']): void {
  const named = [...test.fullName.matchAll(/\(([^()]*)\)/g)].flatMap(
    ([, words]) => words!.match(threat) ?? [],
  );
  for (const one of new Set(named)) {
    threats[one] ??= { tried: 0, accepted: [] };
    threats[one].tried += test.meta().tried ?? 1;
    if (!isRefused) threats[one].accepted.push(test.fullName);
  }
}

/** As the tests name the threats of a shop. */
const threat = /\bT(?:[1-9]|1\d|2[0-4])\b/g;

/** A test that was to run and could not, since its set-up failed or the run broke off, was not skipped. */
function outcome(test: TestCase): 'passed' | 'failed' | 'skipped' {
  const { state } = test.result();
  if (state === 'passed' || state === 'failed') return state;
  const broken = [...around(test)].some((suite) => suite.errors().length > 0);
  return state === 'pending' || (broken && test.options.mode === 'run') ? 'failed' : 'skipped';
}

/** What a test said the first time, or else a group that it stands in. */
const faultOf = (test: TestCase): string =>
  inALine(test.result().errors?.[0] ?? [...around(test)].flatMap((suite) => suite.errors())[0]);

/** What is wrong, in a line, with what there was in place of what was expected. */
function inALine(error: { message: string; diff?: string } | undefined): string {
  if (!error) return 'it did not say why';
  const got = stripVTControlCharacters(error.diff ?? '')
    .split('\n')
    .filter((line) => /^\+ /.test(line) && !/^\+ Received/.test(line))
    .map((line) => line.slice(1).trim());
  return [error.message.split('\n', 1)[0], ...got].join(' ').slice(0, 600);
}

function reasonOf(test: TestCase): string {
  const { note } = test.result() as { note?: string };
  const suites = [...around(test)].filter((suite) => suite.type === 'suite');
  return note ?? [test, ...suites].map((task) => task.meta().reason).find(Boolean) ?? 'no reason given';
}

/** The groups that a test stands in, and its file. */
function* around(test: TestCase): Generator<TestSuite | TestModule> {
  for (let suite = test.parent; ; suite = suite.parent) {
    yield suite;
    if (suite.type === 'module') return;
  }
}

declare module 'vitest' {
  interface TaskMeta {
    /** Why a group is skipped: `describe(title, { skip: !isHere, meta: { reason: 'x is not here' } }, …)`. */
    reason?: string;
    /** How many attacks a test of a threat tried. */
    tried?: number;
  }
}
