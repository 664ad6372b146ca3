import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Begins with what takes longest, so that nothing long is left for the end, when one core has nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => long.findIndex((name) => moduleId.endsWith(name));
    return (await super.sort(files)).toSorted((one, other) => rank(other) - rank(one));
  }
}

const long = [
  ...['e2e/left-behind.test.ts', 'e2e/worker-update.test.ts', 'e2e/pictures.test.ts', 'e2e/axe.test.ts'],
  ...['processes.test.ts', 'e2e/routes.test.ts', 'e2e/cart.test.ts', 'e2e/accounts.test.ts', 'start.test.ts'],
  ...['attacks/faults.test.ts', 'api/src/orders/killed.test.ts', 'api/src/payments/races.test.ts'],
];

const database = './api/src/testing/server.ts';
// What is played in full size is measured too, and has the machine to itself. The files of one process share what
// is imported: no room of the house keeps a state of its own in a module.
const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  maxWorkers: process.env.TORTURE ? 1 : 2,
  isolate: false,
};
// What starts servers beside those of the other tests.
const apart = ['api/src/database/*.test.ts', 'api/src/search/opensearch/opensearch.test.ts'];
// The long ones are asked for with `npm run torture -- browser`, or `-- offline`, or `-- backup`: some stand in files of their own, others
// beside short ones (`api/src/testing/long.ts`).
const browserTests = process.env.TORTURE ? ['e2e/**/*.{torture,test}.ts'] : ['e2e/**/*.test.ts'];
// What starts whole shops and browsers waits, in a run of both, until the others are done; one of them waits as much as it works.
const last = {
  sequence: { groupOrder: 1 },
  maxWorkers: 3,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A browser among others on a busy machine is now and then late in a way nobody could find. What passes only the
  // second time is named at the end of a run (`tally.ts`), to be looked into; a long form is played once.
  retry: process.env.TORTURE ? 0 : 1,
};
// What is waited for is there at once, or late because the machine is busy: a second says nothing.
const expect = { poll: { timeout: 15_000 } };

/**
 * What a test began in a page and no longer waits for, because it ended or failed before, ends with that page. The test itself
 * has said by then what was wrong; outside it this would fail a run whose second try passed.
 */
const endsWithItsPage = /Target page, context or browser has been closed/;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    onUnhandledError: ({ message }) => !endsWithItsPage.test(message),
    projects: [
      { test: { ...shared, name: 'core', include: ['core/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          expect,
          name: 'api',
          include: [
            ...(process.env.TORTURE ? ['api/**/*.{torture,test}.ts'] : ['api/**/*.test.ts']),
            'tests/http/**/*.test.ts',
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
          name: 'attacks',
          include: process.env.TORTURE ? ['attacks/**/*.{torture,test}.ts'] : ['attacks/**/*.test.ts'],
          globalSetup: database,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { ...shared, name: 'conventions', include: ['conventions.test.ts', 'supply/*.test.ts'] } },
      { test: { ...shared, name: 'bench', include: ['bench/**/*.test.ts'], testTimeout: 15_000 } },
      {
        test: {
          ...shared,
          ...last,
          expect,
          name: 'start',
          include: ['start.test.ts', 'processes.test.ts', ...apart],
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
          globalSetup: './e2e/demo-shop.ts',
        },
      },
    ],
  },
});
