import { fetchOpenSearch } from './bench/engines/fetch-opensearch.ts';
import { test } from './test.ts';

/** What is played by `npm test` too, and here in full size. */
const suites: Record<string, string[]> = {
  browser: ['e2e/cart-model.torture', 'e2e/cart-devices.torture', 'e2e/languages.torture'],
  offline: [
    'offline-order',
    'order-histories',
    'tasks',
    'worker',
    'low-data',
    'network',
    'pocket',
    'push',
    'poisoned',
    'lost-storage',
    'full-storage',
    'queue-update',
  ].map((name) => `e2e/${name}`),
  pages: ['pictures', 'axe', 'accounts.test', 'machines', 'links'].map((name) => `e2e/${name}`),
  whole: ['e2e/'],
  backup: ['api/src/backup/large'],
  search: ['api/src/search/', 'core/src/search/'],
  orders: [
    'api/src/orders/races',
    'api/src/orders/sent-again',
    'api/src/orders/killed',
    'api/src/cart/killed',
    'api/src/cart/races',
    'api/src/cart/model',
  ],
  faults: ['attacks/faults', 'attacks/database-away', 'attacks/disk-full'],
  soak: ['attacks/soak'],
  heavy: ['attacks/heavy'],
  fuzz: ['attacks/fuzz', 'attacks/raw-http', 'attacks/schemathesis', 'api/src/catalogue/import/random'],
  payments: ['web-hooks', 'races', 'refund-races', 'lost', 'late', 'killed-'].map(
    (name) => `api/src/payments/${name}`,
  ),
};

/**
 * Plays histories of the cart for as long as is wanted: `npm run torture -- HISTORIES SEED STEPS`. The one that
 * goes wrong is printed with its seed, and can be had again. With the name of a suite:
 * - `browser` plays twenty in real browsers against a real shop, from `SEED`,
 * - `offline` is all that is proven of a network that fails, with `HISTORIES` (500) of orders,
 * - `pages` holds every page to WCAG in both themes and takes pictures, `whole` is all that is proven in a browser,
 * - `backup` copies a shop of `ORDERS` (100,000) orders while it sells, restores it, and says how long and with how much memory,
 * - `search` fetches a real OpenSearch where there is none yet, and holds it to what the engine in this process answers,
 * - `faults` kills processes, breaks lines and sets clocks while people shop, for so many seconds (600) from a seed on (`faults SECONDS SEED`), and has the database away in
 *   every way,
 * - `soak` is a long day: thirty requests a second, a misfortune a minute and three power cuts, for so many minutes (480) from a seed on
 *   (`soak MINUTES SEED`),
 * - `heavy` comes with thousands of slow lines and bodies of a gigabyte, `fuzz` with 20,000 requests nobody of ours sends,
 * - `orders` has hundreds order at the same instant, and kills the shop while they do; `payments` does so to those who pay.
 */
async function torture(words: readonly string[]): Promise<void> {
  const suite = suites[words[0] ?? ''] ?? histories(words);
  if (!suite) {
    console.error(`There is no torture called ${words[0]}; there are ${Object.keys(suites).join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  process.env.TORTURE = '1';
  const [, LASTS, SEED] = words;
  if (suite === suites.faults && LASTS) Object.assign(process.env, { SECONDS: LASTS, ...(SEED && { SEED }) });
  if (suite === suites.soak)
    Object.assign(process.env, { MINUTES: LASTS ?? process.env.MINUTES ?? '480', ...(SEED && { SEED }) });
  const missing = suite === suites.search ? await fetchOpenSearch() : undefined;
  if (missing) console.error(missing);
  const { failed } = await test(suite);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** The histories of a cart: how many, from which seed on, of how many steps each. */
function histories(words: readonly string[]): string[] | undefined {
  if (!words.every((word) => /^\d+$/.test(word))) return undefined;
  const [HISTORIES = '100000', SEED = '1', STEPS = '60'] = words;
  Object.assign(process.env, { HISTORIES, SEED, STEPS });
  return ['storefront/app/cart/cart-keeper'];
}

await torture(process.argv.slice(2));
