/** Totals of a test run. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Failures and their reasons; an aborted run may have more failures than entries. */
  failures: TestResult[];
  /** Tests that failed and passed in a second run, and their first reasons. */
  flaky: TestResult[];
  /** Skipped tests and their reasons. */
  reasons: TestResult[];
  /** By threat id (`T3`): the number of attempted attacks, and the tests in which one was accepted. */
  threats: Record<string, { attempts: number; accepted: string[] }>;
}

/** A test that did not pass at once: its file and titles, and why. */
export interface TestResult {
  test: string;
  reason: string;
}

export const emptyTally = (): Tally => ({
  ...{ passed: 0, failed: 0, skipped: 0 },
  ...{ failures: [], flaky: [], reasons: [], threats: {} },
});

/** The tally of a run that could not be completed. */
export const failedRun = (test: string, reason: string): Tally => ({
  ...emptyTally(),
  ...{ failed: 1, failures: [{ test, reason }] },
});

/** Sums the tallies of several runs. */
export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = emptyTally();
  for (const { passed, failed, skipped, failures, flaky, reasons, threats } of tallies) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.failures.push(...failures);
    sum.flaky.push(...flaky);
    sum.reasons.push(...reasons);
    for (const [id, { attempts, accepted }] of Object.entries(threats)) {
      sum.threats[id] ??= { attempts: 0, accepted: [] };
      sum.threats[id].attempts += attempts;
      sum.threats[id].accepted.push(...accepted);
    }
  }
  return sum;
}

/** The threat ids in brackets of a test title, each once. */
export function threatsIn(title: string): string[] {
  const named = [...title.matchAll(/\(([^()]*)\)/g)].flatMap(([, names]) => names!.match(threat) ?? []);
  return [...new Set(named)];
}

const threat = /\bT[1-9]\d?\b/g;

/** Error messages may be long; the first part identifies the failure. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 600);

/** The last line of a run, for people and scripts. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** The lines before the last one: a line for each reason to skip, each flaky test and each failure. */
export function summaryLines({ reasons, flaky, failures }: Tally): string[] {
  const byReason = Map.groupBy(reasons, ({ reason }) => reason);
  return [
    ...[...byReason].map(
      ([reason, tests]) =>
        `skipped: ${tests.length === 1 ? tests[0]!.test : `${tests.length} tests`}: ${reason}`,
    ),
    ...flaky.map(({ test, reason }) => `flaky: ${test}: ${reason}`),
    // Last, because the end of a long output is read first and may be all that is stored.
    ...failures.map(({ test, reason }) => `failed: ${test}: ${reason}`),
  ];
}
