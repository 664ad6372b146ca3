import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { emptyTally, oneLine, type Tally, threatsIn } from './tally.ts';

/** A Vitest reporter that writes the tally to the file named in `TALLY_FILE`. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tally = { ...emptyTally(), failed: unhandled.length };
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
    if (state === 'failed') tally.failures.push({ test: name, reason: errorOf(test) });
    if (state === 'skipped') tally.reasons.push({ test: name, reason: reasonOf(test) });
  }
  // A file that cannot be loaded or whose teardown fails is a failure, even when no test failed.
  for (const suite of [module, ...module.children.allSuites()]) {
    const isReported = [...suite.children.allTests()].some((test) => outcome(test) === 'failed');
    if (suite.errors().length === 0 || isReported) continue;
    tally.failed += 1;
    const inside = suite.type === 'suite' ? ` › ${suite.fullName}` : '';
    tally.failures.push({ test: module.relativeModuleId + inside, reason: inALine(suite.errors()[0]) });
  }
}

/** A test belongs to the threats in its brackets, and counts as one attack unless it reports a number. */
function countAttacks(test: TestCase, isRefused: boolean, threats: Tally['threats']): void {
  for (const id of threatsIn(test.fullName)) {
    threats[id] ??= { attempts: 0, accepted: [] };
    threats[id].attempts += test.meta().attempts ?? 1;
    if (!isRefused) threats[id].accepted.push(test.fullName);
  }
}

/** A test that did not run because its setup failed or the run was aborted is a failure, not skipped. */
function outcome(test: TestCase): 'passed' | 'failed' | 'skipped' {
  const { state } = test.result();
  if (state === 'passed' || state === 'failed') return state;
  const broken = [...around(test)].some((suite) => suite.errors().length > 0);
  return state === 'pending' || (broken && test.options.mode === 'run') ? 'failed' : 'skipped';
}

/** The first error of a test, or of a group around it. */
const errorOf = (test: TestCase): string =>
  inALine(test.result().errors?.[0] ?? [...around(test)].flatMap((suite) => suite.errors())[0]);

/** The error on one line, with the received values. */
function inALine(error: { message: string; diff?: string } | undefined): string {
  if (!error) return 'no reason reported';
  const got = stripVTControlCharacters(error.diff ?? '')
    .split('\n')
    .filter((line) => /^\+ /.test(line) && !/^\+ Received/.test(line))
    .map((line) => line.slice(1).trim());
  return oneLine([error.message.split('\n', 1)[0], ...got].join(' '));
}

function reasonOf(test: TestCase): string {
  const { note } = test.result() as { note?: string };
  const suites = [...around(test)].filter((suite) => suite.type === 'suite');
  return note ?? [test, ...suites].map((task) => task.meta().reason).find(Boolean) ?? 'no reason given';
}

/** The groups around a test, and its file. */
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
    /** Number of attacks that a test attempted. */
    attempts?: number;
  }
}
