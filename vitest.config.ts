import { fileURLToPath } from 'node:url';
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
  ...['embedded/embedded-postgres.test.ts', 'connection/database-unavailable.test.ts'],
  ...['tests/process/startup.test.ts', 'tests/security/resource-exhaustion.test.ts'],
  ...['tests/http/routes.test.ts', 'tests/http/crawlers.test.ts', 'src/payments/payments.test.ts'],
];

// The settings of a developer's shop do not apply to tests.
process.env.ENV_FILE = 'off';

const database = './tests/test-kit/database/global-setup.ts';
// In full size, stress tests measure time and memory, so they run alone. The files of one process share imported modules:
// modules of the server have no state, and those of the browser are imported again for each file (isolate-files.ts).
const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  // Tests wait half of their time: for a poll, a timer, another process.
  maxWorkers: process.env.STRESS === 'short' ? 2 : process.env.STRESS ? 1 : 4,
  isolate: false,
  // They end a test that hangs. Nothing is proven by the time that a test takes on a busy machine.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // A polled value arrives at once, or late on a busy machine.
  expect: { poll: { timeout: 60_000 } },
};
// Tests that start their own servers, or use the real cost of passwords.
const apart = [
  'api/src/accounts/customers/password-hash.test.ts',
  'api/src/platform/database/**/*.test.ts',
  'api/src/platform/backup/**/*.test.ts',
  'tests/schema/*.test.ts',
];
// A login costs 30 ms of a core. Stress tests pay it, because some of them measure it.
const cheapPasswords = {
  alias: process.env.STRESS
    ? []
    : [
        {
          find: /^@node-rs\/argon2$/,
          replacement: fileURLToPath(new URL('tests/test-kit/accounts/cheap-argon2.ts', import.meta.url)),
        },
      ],
};

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      { test: { ...shared, name: 'core', include: ['core/**/*.test.ts'] } },
      {
        resolve: cheapPasswords,
        test: {
          ...shared,
          name: 'api',
          include: [`{api,tests/test-kit}/**/*.${process.env.STRESS ? '{stress,test}' : 'test'}.ts`],
          exclude: apart,
          globalSetup: database,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          ...shared,
          name: 'storefront',
          include: ['storefront/**/*.test.{ts,tsx}'],
          setupFiles: [
            './tests/test-kit/isolate-files.ts',
            './storefront/app/platform/storage/testing/indexed-db-classes.ts',
          ],
        },
      },
      { test: { ...shared, name: 'sandbox', include: ['sandbox/**/*.test.ts'] } },
      {
        resolve: cheapPasswords,
        test: {
          ...shared,
          name: 'security',
          include: process.env.STRESS
            ? ['tests/{security,chaos,fuzz}/**/*.{stress,test}.ts']
            : ['tests/{security,chaos,fuzz}/**/*.test.ts'],
          globalSetup: database,
        },
      },
      {
        test: {
          ...shared,
          name: 'conventions',
          include: ['tests/conventions/*.test.ts', 'scripts/**/*.test.ts', 'artwork/**/*.test.ts'],
        },
      },
      {
        resolve: cheapPasswords,
        test: {
          ...shared,
          name: 'http',
          include: process.env.STRESS ? ['tests/http/**/*.{stress,test}.ts'] : ['tests/http/**/*.test.ts'],
          globalSetup: database,
          // The renderer is measured and shipped in this mode.
          env: { NODE_ENV: 'production' },
          server: { deps: { external: [/\/storefront\/build\//] } },
        },
      },
      { test: { ...shared, name: 'bench', include: ['bench/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'process',
          include: [`tests/process/*.${process.env.STRESS ? '{stress,test}' : 'test'}.ts`, ...apart],
          globalSetup: database,
        },
      },
    ],
  },
});
