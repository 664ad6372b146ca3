import { defineConfig } from '@playwright/test';

const isLong = process.env.STRESS !== undefined;

// The settings of a developer's shop do not apply to tests.
process.env.ENV_FILE = 'off';

/**
 * Browser tests. `npm run test:e2e` runs all, `npm test` the journeys: one main path of every feature, tagged
 * `@journey`. `npm run test:stress` sets STRESS and adds the tests tagged `@stress` and the files `*.stress.ts`.
 */
export default defineConfig({
  testDir: 'tests/e2e/specs',
  testMatch: isLong ? '**/*.{test,stress}.ts' : '**/*.test.ts',
  grepInvert: isLong ? undefined : /@stress/,
  globalSetup: './tests/e2e/fixtures/global-setup.ts',
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  retries: 0,
  // Stress tests measure time and memory, so they run alone. Two workers leave a quarter of two cores idle.
  workers: isLong ? 1 : Number(process.env.E2E_WORKERS ?? 3),
  // The limits end a test that hangs. Nothing is proven by the time that a test takes on a busy machine.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    ...{ actionTimeout: 60_000, navigationTimeout: 60_000 },
    // Snapshots of the document add half to the processor time of a run.
    trace: { mode: 'retain-on-failure', snapshots: Boolean(process.env.E2E_SNAPSHOTS), screenshots: false },
    // The fixture `cleanUp` takes them, of failed tests only.
    screenshot: 'off',
  },
  reporter: [
    ['list'],
    ...(process.env.E2E_REPORT ? [['json', { outputFile: process.env.E2E_REPORT }] as const] : []),
  ],
});
