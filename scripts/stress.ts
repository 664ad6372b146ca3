import { fetchOpenSearch } from '../bench/engines/fetch-opensearch.ts';
import { runAlone, runSelected, withStorefront } from './test.ts';
import { withSecondRun } from './testing/second-run.ts';
import { shortForm, suites } from './testing/stress-suites.ts';
import { closingLine } from './testing/tally.ts';

/**
 * Runs random histories of the cart: `npm run test:stress -- HISTORIES SEED STEPS`. A failing history is
 * printed with its seed and can be repeated. With the name of a suite it runs that suite instead:
 * - `--short` runs races, kills, floods, histories, fuzz and faults with a tenth of their repetitions, and `npm run dev`,
 * - `browser` runs twenty histories in real browsers against a real shop, from `SEED`,
 * - `offline` covers network failures, with `HISTORIES` (500) of orders,
 * - `pages` checks every page against WCAG in both themes and takes screenshots, `pictures` compares 25 states with
 * the pictures in `docs/pictures/states`, `whole` runs all browser tests,
 * - `backup` backs up a shop of `ORDERS` (100,000) orders while it sells, restores it, and reports duration
 * and memory,
 * - `import` loads the price lists of `../shared/data`,
 * - `search` downloads OpenSearch when needed and compares its results with the in-process engine,
 * - `faults` kills processes, cuts connections, changes clocks and disconnects the database during traffic,
 * for so many seconds (600) from a seed (`faults SECONDS SEED`),
 * - `soak` is a long run of thirty requests per second, a fault every 30 seconds and three power cuts, for so
 * many minutes (480) from a seed (`soak MINUTES SEED`),
 * - `dev` measures how long changes take with `npm run dev`, against their limits,
 * - `heavy` opens thousands of slow connections and sends bodies of a gigabyte, `fuzz` sends 20,000 mutated
 * requests,
 * - `orders` places hundreds of concurrent orders and kills the shop meanwhile; `payments` does the same
 * with payments.
 */
async function stress(args: readonly string[]): Promise<void> {
  const isShort = args[0] === 'short' || args[0] === '--short';
  const suite = isShort ? shortHistories() : (suites[args[0] ?? ''] ?? histories(args));
  if (!suite) {
    console.error(`Unknown suite: ${args[0]}. Available: --short, ${Object.keys(suites).join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  process.env.STRESS = isShort ? 'short' : '1';
  const [, LASTS, SEED] = args;
  if (suite === suites.faults && LASTS) Object.assign(process.env, { SECONDS: LASTS, ...(SEED && { SEED }) });
  if (suite === suites.soak)
    Object.assign(process.env, { MINUTES: LASTS ?? process.env.MINUTES ?? '480', ...(SEED && { SEED }) });
  const missing = suite === suites.search ? await fetchOpenSearch() : undefined;
  if (missing) console.error(missing);
  const isRepeated = args.includes('--second-run');
  const tally = await withStorefront(async () => {
    const first = await runSelected(suite);
    return isRepeated ? withSecondRun(first, runAlone) : first;
  });
  process.exitCode = tally.failed > 0 ? 1 : 0;
  console.log(closingLine(tally));
}

function shortHistories(): readonly string[] {
  process.env.HISTORIES ??= '3000';
  return shortForm;
}

/** Settings of the cart histories: their number, the first seed, and the steps of each. */
function histories(args: readonly string[]): readonly string[] | undefined {
  if (!args.every((word) => /^\d+$/.test(word))) return undefined;
  const [HISTORIES = '100000', SEED = '1', STEPS = '60'] = args;
  Object.assign(process.env, { HISTORIES, SEED, STEPS });
  return ['storefront/app/cart/sync/cart-store'];
}

await stress(process.argv.slice(2));
