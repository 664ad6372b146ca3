import { UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';
import { buildStorefront } from './build.ts';
import { needsStorefront, projectsOf } from './test-filters.ts';
import { type Outcome, runPlaywright, runVitest } from './testing/runners.ts';
import { withSecondRun } from './testing/second-run.ts';
import { closingLine, failedRun, summaryLines, sumOf, type Tally } from './testing/tally.ts';

/** Options of a run of selected files. */
interface Selection {
  vitest?: readonly string[];
  playwright?: readonly string[];
}

/** Whether a filter names browser tests. */
const isBrowserTest = (filter: string): boolean => filter.startsWith('tests/e2e/');

/** Vitest projects whose tests start no browser, no server process and no flood of requests. */
const fastProjects = ['core', 'api', 'storefront', 'sandbox', 'conventions', 'bench'];
const slowProjects = ['http', 'process', 'security'];
const ofProjects = (names: readonly string[]) => names.map((name) => `--project=${name}`);

/**
 * The tests of `npm test`: unit and API tests, and the main journeys in a browser. They run one after the other,
 * because browsers beside them make every answer late.
 */
export async function runFastTests(): Promise<Tally> {
  const outcomes = [
    await runVitest(ofProjects(fastProjects), 'inherit'),
    await runPlaywright(['--grep=@journey'], 'inherit'),
  ];
  return sumOf(outcomes.map(({ tally }) => tally));
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

/**
 * The tests of `npm run test:e2e`: pages and processes over HTTP, attacks, and browsers. Filters and options of
 * Playwright select browser tests; with a filter nothing else runs.
 */
export async function runEndToEndTests(args: readonly string[]): Promise<Tally> {
  const hasFilter = args.some((arg) => !arg.startsWith('--'));
  const outcomes = [
    ...(hasFilter ? [] : [await runVitest(ofProjects(slowProjects), 'inherit')]),
    await runPlaywright(args, 'inherit'),
  ];
  return sumOf(outcomes.map(({ tally }) => tally));
}

/** Runs one file of a tier again, with nothing beside it. */
export const runAlone = (file: string): Promise<Tally> =>
  runSelected([file], { playwright: ['--workers=1'] });

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
  const isRepeated = process.argv.includes('--second-run');
  const args = process.argv.slice(2).filter((arg) => arg !== '--second-run');
  const tally = await withStorefront(async () => {
    if (args[0] === '--e2e') {
      const first = await runEndToEndTests(args.slice(1));
      return isRepeated ? withSecondRun(first, runAlone) : first;
    }
    if (args.length === 0) return runFastTests();
    const isPath = (arg: string) => !arg.startsWith('-') && arg.includes('/');
    const options = args.filter((arg) => !isPath(arg));
    // Without a path, all arguments are options and filters of Vitest.
    return runSelected(args.filter(isPath), { vitest: options });
  }, args);
  if (tally.failed > 0) process.exitCode = 1;
  console.log(closingLine(tally));
}
