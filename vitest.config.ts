import { defineConfig } from 'vitest/config';

const database = './api/src/testing/server.ts';
const shared = { environment: 'node' as const, pool: 'forks' as const, maxWorkers: 2 };
const embedded = ['api/src/database/*.test.ts'];
// The long ones are asked for with `npm run torture -- browser`.
const browserTests = [process.env.TORTURE ? 'e2e/**/*.torture.ts' : 'e2e/**/*.test.ts'];
// What starts whole shops and browsers waits until the two cores are free.
const last = { sequence: { groupOrder: 1 }, maxWorkers: 1, testTimeout: 60_000, hookTimeout: 120_000 };
// What is waited for is there at once, or late because the machine is busy: a second says nothing.
const expect = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'core', include: ['core/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'api',
          include: ['api/**/*.test.ts'],
          exclude: embedded,
          globalSetup: database,
          testTimeout: 15_000,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: { ...shared, name: 'storefront', include: ['storefront/**/*.test.{ts,tsx}'] },
      },
      { test: { ...shared, name: 'sandbox', include: ['sandbox/**/*.test.ts'] } },
      { test: { ...shared, name: 'conventions', include: ['conventions.test.ts'] } },
      { test: { ...shared, name: 'bench', include: ['bench/**/*.test.ts'], testTimeout: 15_000 } },
      {
        test: {
          ...shared,
          ...last,
          expect,
          name: 'start',
          include: ['start.test.ts', ...embedded],
          globalSetup: database,
        },
      },
      {
        test: {
          ...shared,
          ...last,
          // One browser test waits as much as it works: two at once fill the cores.
          sequence: { groupOrder: 2 },
          maxWorkers: 2,
          expect,
          name: 'e2e',
          include: browserTests,
          globalSetup: './e2e/demo-shop.ts',
        },
      },
    ],
  },
});
