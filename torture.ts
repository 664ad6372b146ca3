import { fetchOpenSearch } from './bench/engines/fetch-opensearch.ts';
import { test } from './test.ts';

/** What is played by `npm test` too, and here in full size. */
const suites: Record<string, string[]> = {
  browser: ['e2e/cart-model.torture', 'e2e/languages.torture'],
  offline: [
    'offline-order',
    'order-histories',
    'tasks',
    'worker',
    'low-data',
    'network',
    'pocket',
    'push',
  ].map((name) => `e2e/${name}`),
  pages: ['pictures', 'axe', 'accounts.test', 'machines', 'links'].map((name) => `e2e/${name}`),
  whole: ['e2e/'],
  backup: ['api/src/backup/large'],
  search: ['api/src/search/', 'core/src/search/'],
  orders: ['api/src/orders/races', 'api/src/orders/killed'],
  payments: ['web-hooks', 'races', 'refund-races', 'lost', 'killed-'].map(
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
 * - `orders` has hundreds order at the same instant, and kills the shop while they do; `payments` does so to those who pay.
 */
async function torture(words: readonly string[]): Promise<void> {
  const suite = suites[words[0] ?? ''];
  if (suite) {
    process.env.TORTURE = '1';
    const missing = suite === suites.search ? await fetchOpenSearch() : undefined;
    if (missing) console.error(missing);
    const { failed } = await test(suite);
    process.exitCode = failed > 0 ? 1 : 0;
    return;
  }
  const { playHistory } = await import('./storefront/app/cart/testing/interleaving.ts');
  const [histories = 100_000, first = 1, steps = 60] = words.map(Number);
  for (let seed = first; seed < first + histories; seed++) {
    await playHistory(seed, steps);
    if ((seed - first + 1) % 1000 === 0) console.log(`${seed - first + 1} histories, all as the model says`);
  }
}

await torture(process.argv.slice(2));
