import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the slowest files first to balance workers. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => long.findIndex((name) => moduleId.endsWith(name));
    return (await super.sort(files)).toSorted((a, b) => rank(b) - rank(a));
  }
}

const long = [
  ...[
    'tests/e2e/specs/accounts/shared-computer.test.ts',
    'tests/e2e/specs/offline/service-worker-update.test.ts',
    'tests/e2e/specs/shell/screenshots.test.ts',
    'tests/e2e/specs/shell/accessibility.test.ts',
  ],
  ...[
    'tests/process/multi-process.test.ts',
    'tests/http/routes.test.ts',
    'tests/e2e/specs/cart/cart.test.ts',
    'tests/e2e/specs/accounts/accounts.test.ts',
    'tests/process/startup.test.ts',
  ],
  ...[
    'tests/chaos/fault-injection.test.ts',
    'api/src/orders/placement/order-crash-recovery.test.ts',
    'api/src/payments/attempts/payment-concurrency.test.ts',
  ],
];

const database = './tests/test-kit/database/global-setup.ts';
// Stress tests measure time and memory, so they run alone. The files of one process share imported modules,
// because no module has state of its own.
const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  maxWorkers: process.env.STRESS ? 1 : 2,
  isolate: false,
};
// Tests that start their own servers.
const apart = [
  'api/src/platform/database/**/*.test.ts',
  'api/src/search/opensearch/opensearch-engine.test.ts',
];
// The long tests run with `npm run test:stress -- browser`, `-- offline` or `-- backup`. Some are in separate
// files, others next to short ones (`tests/test-kit/stress-mode.ts`).
const browserTests = process.env.STRESS
  ? ['tests/{e2e,http}/**/*.{stress,test}.ts']
  : ['tests/{e2e,http}/**/*.test.ts'];
// Tests with whole shops and browsers run after the others in a combined run, because each of them waits
// about half of its time.
const last = {
  sequence: { groupOrder: 1 },
  maxWorkers: 3,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A browser on a busy machine is occasionally late for an unknown reason. Tests that pass only at the
  // second attempt are listed at the end of a run (`scripts/vitest-reporter.ts`), to be investigated. Stress tests have no
  // retry.
  retry: process.env.STRESS ? 0 : 1,
};
// A polled value arrives at once, or late on a busy machine; a time-out of one second would prove nothing.
const expect = { poll: { timeout: 15_000 } };

/**
 * Operations that a test started in a page end with that page when the test has ended or failed. The test
 * has already reported its failure. As an unhandled error it would fail a run whose retry passed.
 */
const endsWithItsPage = /Target page, context or browser has been closed/;

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    onUnhandledError: ({ message }) => !endsWithItsPage.test(message),
    projects: [
      { test: { ...shared, name: 'core', include: ['core/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          expect,
          name: 'api',
          include: [
            ...(process.env.STRESS
              ? ['{api,tests/test-kit}/**/*.{stress,test}.ts']
              : ['{api,tests/test-kit}/**/*.test.ts']),
            'tests/schema/*.test.ts',
          ],
          exclude: apart,
          globalSetup: database,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: { ...shared, name: 'storefront', include: ['storefront/**/*.test.{ts,tsx}'] },
      },
      { test: { ...shared, name: 'sandbox', include: ['sandbox/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          expect,
          name: 'security',
          include: process.env.STRESS
            ? ['tests/{security,chaos,fuzz}/**/*.{stress,test}.ts']
            : ['tests/{security,chaos,fuzz}/**/*.test.ts'],
          globalSetup: database,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'conventions',
          testTimeout: 60_000,
          include: ['tests/conventions/*.test.ts', 'scripts/**/*.test.ts', 'artwork/**/*.test.ts'],
        },
      },
      { test: { ...shared, name: 'bench', include: ['bench/**/*.test.ts'], testTimeout: 15_000 } },
      {
        test: {
          ...shared,
          ...last,
          expect,
          name: 'process',
          include: ['tests/process/*.test.ts', ...apart],
          globalSetup: database,
        },
      },
      {
        test: {
          ...shared,
          ...last,
          expect,
          name: 'e2e',
          include: browserTests,
          globalSetup: './tests/e2e/fixtures/global-setup.ts',
        },
      },
    ],
  },
});
