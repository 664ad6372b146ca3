import { fetchOpenSearch } from '../bench/engines/fetch-opensearch.ts';
import { test } from './test.ts';

/** Suites that `npm test` runs in short form, here in full size. */
const suites: Record<string, string[]> = {
  browser: [
    'tests/e2e/specs/cart/cart-model',
    'tests/e2e/specs/cart/cart-on-several-devices',
    'tests/e2e/specs/shell/language-screenshots',
  ],
  offline: ['tests/e2e/specs/offline/'],
  pages: [
    'tests/e2e/specs/shell/screenshots',
    'tests/e2e/specs/shell/accessibility',
    'tests/e2e/specs/accounts/accounts.test',
    'tests/http/crawlers',
    'tests/http/broken-links',
  ],
  whole: ['tests/e2e/', 'tests/http/'],
  backup: ['api/src/platform/backup/large-backup'],
  search: ['api/src/search/', 'core/src/search/'],
  orders: [
    'api/src/orders/placement/order-concurrency',
    'api/src/orders/placement/order-idempotency',
    'api/src/orders/placement/order-crash-recovery',
    'api/src/cart/cart-crash-recovery',
    'api/src/cart/cart-concurrency',
    'api/src/cart/cart-model',
  ],
  faults: ['tests/chaos/fault-injection', 'tests/chaos/database-outage', 'tests/chaos/disk-full'],
  soak: ['tests/chaos/soak'],
  heavy: ['tests/security/resource-exhaustion'],
  fuzz: ['tests/fuzz/', 'tests/security/malformed-http', 'api/src/catalogue/import/import-fuzz'],
  payments: [
    'api/src/payments/web-hooks/web-hook-flood',
    'api/src/payments/attempts/payment-concurrency',
    'api/src/payments/refunds/refund-concurrency',
    'api/src/payments/attempts/abandoned-browser',
    'api/src/payments/attempts/late-payment',
    'api/src/payments/crash-at-random-moment',
    'api/src/payments/crash-inside-payment',
  ],
};

/**
 * Runs random histories of the cart: `npm run test:stress -- HISTORIES SEED STEPS`. A failing history is
 * printed with its seed and can be repeated. With the name of a suite it runs that suite instead:
 * - `browser` runs twenty histories in real browsers against a real shop, from `SEED`,
 * - `offline` covers network failures, with `HISTORIES` (500) of orders,
 * - `pages` checks every page against WCAG in both themes and takes screenshots, `whole` runs all browser
 * tests,
 * - `backup` backs up a shop of `ORDERS` (100,000) orders while it sells, restores it, and reports duration
 * and memory,
 * - `search` downloads OpenSearch when needed and compares its results with the in-process engine,
 * - `faults` kills processes, cuts connections, changes clocks and disconnects the database during traffic,
 * for so many seconds (600) from a seed (`faults SECONDS SEED`),
 * - `soak` is a long run of thirty requests per second, one fault per minute and three power cuts, for so
 * many minutes (480) from a seed (`soak MINUTES SEED`),
 * - `heavy` opens thousands of slow connections and sends bodies of a gigabyte, `fuzz` sends 20,000 mutated
 * requests,
 * - `orders` places hundreds of concurrent orders and kills the shop meanwhile; `payments` does the same
 * with payments.
 */
async function torture(args: readonly string[]): Promise<void> {
  const suite = suites[args[0] ?? ''] ?? histories(args);
  if (!suite) {
    console.error(`Unknown suite: ${args[0]}. Available: ${Object.keys(suites).join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  process.env.STRESS = '1';
  const [, LASTS, SEED] = args;
  if (suite === suites.faults && LASTS) Object.assign(process.env, { SECONDS: LASTS, ...(SEED && { SEED }) });
  if (suite === suites.soak)
    Object.assign(process.env, { MINUTES: LASTS ?? process.env.MINUTES ?? '480', ...(SEED && { SEED }) });
  const missing = suite === suites.search ? await fetchOpenSearch() : undefined;
  if (missing) console.error(missing);
  const { failed } = await test(suite);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** Settings of the cart histories: their number, the first seed, and the steps of each. */
function histories(args: readonly string[]): string[] | undefined {
  if (!args.every((word) => /^\d+$/.test(word))) return undefined;
  const [HISTORIES = '100000', SEED = '1', STEPS = '60'] = args;
  Object.assign(process.env, { HISTORIES, SEED, STEPS });
  return ['storefront/app/cart/sync/cart-store'];
}

await torture(process.argv.slice(2));
