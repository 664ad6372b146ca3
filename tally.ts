import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/** What a run of all tests came to. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Why tests were skipped, as they say with `context.skip('reason')` or their group with `meta.reason`. */
  reasons: { test: string; reason: string }[];
  /** By the number of a threat (`T3`): how many attacks were tried, and the tests in which one was accepted. */
  threats: Record<string, { tried: number; accepted: string[] }>;
  /** Tests that passed only when they were tried again, and what was wrong the first time. */
  flaky: { test: string; reason: string }[];
}

/** A Vitest reporter that counts, and writes the tally to the file named in `TALLY_FILE`. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tally: Tally = {
      ...{ passed: 0, failed: unhandled.length, skipped: 0 },
      ...{ reasons: [], flaky: [], threats: {} },
    };
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
    if (state === 'skipped') tally.reasons.push({ test: name, reason: reasonOf(test) });
    if (test.diagnostic()?.flaky) tally.flaky.push({ test: name, reason: faultOf(test) });
  }
  // A file that cannot be loaded is a failure even where no single test is known.
  if (module.state() === 'failed' && module.children.allTests().next().done) tally.failed += 1;
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

/** What it said the first time, in a line, with what it got in place of what it expected. */
function faultOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
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
