import { UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';
import { buildStorefront } from './build.ts';
import { needsStorefront, projectsOf } from './test-filters.ts';
import { type Outcome, runPlaywright, runTypecheck, runVitest } from './testing/runners.ts';
import { closingLine, failedRun, summaryLines, sumOf, type Tally } from './testing/tally.ts';

/** Options of a run of selected files. */
interface Selection {
  vitest?: readonly string[];
  playwright?: readonly string[];
}

/** Whether a filter names browser tests. */
const isBrowserTest = (filter: string): boolean => filter.startsWith('tests/e2e/');

/**
 * The tests of `npm test`: types, every test without a browser, and the main journeys in a browser. They run
 * side by side, because browsers spend much of their time waiting. The output of the other runs is printed
 * when all have ended.
 */
export async function runFastTests(): Promise<Tally> {
  const [main, ...piped] = await Promise.all([
    runVitest([], 'inherit'),
    runTypecheck(),
    runPlaywright(['--grep=@journey'], 'pipe'),
  ]);
  for (const { printed } of piped) process.stdout.write(printed);
  return sumOf([main.tally, ...piped.map(({ tally }) => tally)]);
}

/** Runs the tests whose path contains one of the filters, each with its own runner. */
export async function runSelected(filters: readonly string[], options: Selection = {}): Promise<Tally> {
  const withBrowser = filters.filter(isBrowserTest);
  const withoutBrowser = filters.filter((filter) => !isBrowserTest(filter));
  const outcomes: Outcome[] = [];
  if (withoutBrowser.length > 0 || withBrowser.length === 0) {
    const args = [...(options.vitest ?? []), ...withoutBrowser];
    outcomes.push(await runVitest([...args, ...projectsOf(args)], 'inherit'));
  }
  if (withBrowser.length > 0)
    outcomes.push(await runPlaywright([...(options.playwright ?? []), ...withBrowser], 'inherit'));
  return sumOf(outcomes.map(({ tally }) => tally));
}

/** Runs the browser tests with these filters and options of Playwright. */
export const runBrowserTests = async (args: readonly string[]): Promise<Tally> =>
  (await runPlaywright(args, 'inherit')).tally;

/**
 * Builds the storefront, runs tests, and reports failures and skipped tests.
 * @param filters the selected tests; the build is left out when they cannot use it
 */
export async function withStorefront(
  run: () => Promise<Tally>,
  filters: readonly string[] = [],
): Promise<Tally> {
  const ready = needsStorefront(filters) ? buildStorefront() : Promise.resolve(false);
  const tally = await ready.then(run, (problem) => {
    console.error(problem instanceof UserFacingError ? problem.message : problem);
    return failedRun('the build of the storefront', 'it failed');
  });
  for (const line of summaryLines(tally)) console.log(line);
  return tally;
}

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2);
  const isEndToEnd = args[0] === '--e2e';
  const tally = await withStorefront(() => {
    if (isEndToEnd) return runBrowserTests(args.slice(1));
    if (args.length === 0) return runFastTests();
    const isPath = (arg: string) => !arg.startsWith('-') && arg.includes('/');
    const options = args.filter((arg) => !isPath(arg));
    // Without a path, all arguments are options and filters of Vitest.
    return runSelected(args.filter(isPath), { vitest: options });
  }, args);
  if (tally.failed > 0) process.exitCode = 1;
  console.log(closingLine(tally));
}
