import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allMutations } from './all-mutations.ts';
import { areas, type Mutation } from './mutation.ts';
import { mutationPage } from './mutation-page.ts';
import { checkBaseline, type MutationResult, runMutation, type Tier } from './mutation-run.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';
import { startTestServer } from './test-server.ts';
import { typeErrors } from './type-check.ts';

/**
 * Plants the defects of `list/` one after another in a copy of the project, and reports which of them the tests
 * find. The results are written to `tests/MUTATIONS.md`.
 *
 * - `--only ID` and `--area NAME` select defects.
 * - `--tier all` also runs all tests without a browser for a defect that survives the named ones.
 * - `--skip-baseline` does not run the tests without a defect first.
 * - `--types` only checks that the defects compile.
 */
const usage = `npm run test:mutation -- [--only ID] [--area ${areas.join('|')}] [--tier test|all] [--skip-baseline] [--types]`;
/** Set when the user stops the run, which then removes its copy and its database. */
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isInterrupted = true));

const resultsFile = join(import.meta.dirname, '../../tests/MUTATIONS.md');

interface Args {
  selected: readonly Mutation[];
  tier: Tier;
  skipsBaseline: boolean;
  onlyTypes: boolean;
}

function readArgs(): Args | undefined {
  const options = {
    only: { type: 'string', multiple: true },
    area: { type: 'string', multiple: true },
    tier: { type: 'string', default: 'test' },
    'skip-baseline': { type: 'boolean', default: false },
    types: { type: 'boolean', default: false },
  } as const;
  try {
    const { only, area, tier, types, 'skip-baseline': skipsBaseline } = parseArgs({ options }).values;
    const selected = allMutations.filter(
      (mutation) => (only?.includes(mutation.id) ?? true) && (area?.includes(mutation.area) ?? true),
    );
    if (selected.length === 0 || (tier !== 'test' && tier !== 'all')) return undefined;
    return { selected, tier, skipsBaseline, onlyTypes: types };
  } catch {
    return undefined;
  }
}

async function runAll(copy: ProjectCopy, { selected, tier, skipsBaseline }: Args): Promise<MutationResult[]> {
  const server = await startTestServer();
  const options = { tier, env: { TEST_DATABASE_URL: server.url } };
  try {
    if (!skipsBaseline) await checkBaseline(copy, selected, options.env);
    const results: MutationResult[] = [];
    for (const mutation of selected) {
      const result = await runMutation(copy, mutation, options);
      if (isInterrupted) throw new Error('interrupted');
      results.push(result);
      await record(result);
      const outcome = result.killedBy === undefined ? 'SURVIVED' : `found by ${result.killedBy}`;
      console.log(`${mutation.id.padEnd(36)}${Math.round(result.seconds)} s  ${outcome}`);
    }
    return results;
  } finally {
    await server.stop();
  }
}

/** Writes each result at once, so that a run that is stopped loses none. */
async function record(result: MutationResult): Promise<void> {
  const previous = await readFile(resultsFile, 'utf8').catch(() => '');
  const ids = allMutations.map(({ id }) => id);
  await writeFile(resultsFile, mutationPage(previous, [result], ids));
}

const args = readArgs();
if (!args) {
  console.error(usage);
  process.exitCode = 1;
} else {
  const copy = await copyProject();
  try {
    if (args.onlyTypes) {
      const messages = await typeErrors(copy, args.selected);
      console.log(messages || `${args.selected.length} defects compile`);
      if (messages) process.exitCode = 1;
    } else {
      const results = await runAll(copy, args);
      const survivors = results.filter(({ killedBy }) => killedBy === undefined).length;
      console.log(`${results.length - survivors} of ${results.length} defects were found.`);
      if (survivors > 0) process.exitCode = 1;
    }
  } finally {
    await copy.remove();
  }
}
