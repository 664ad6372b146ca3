import type { MutationResult } from './mutation-run.ts';

/**
 * Returns the page of results: an entry for each defect, with the new results in place of the previous ones.
 * @param previous the page before the run, or an empty text
 * @param ids the ids of all defects, in the order of the page
 */
export function mutationPage(
  previous: string,
  results: readonly MutationResult[],
  ids: readonly string[],
): string {
  const rows = entriesIn(previous);
  for (const result of results) rows.set(result.mutation.id, entryOf(result));
  const listed = ids.flatMap((id) => rows.get(id) ?? []);
  const foundCount = listed.filter(isFound).length;
  return [
    '# Mutation check',
    '',
    'Written by `npm run test:mutation`, which plants each defect in a copy of the project and runs the named tests.',
    'The defects are in `scripts/mutations/list`.',
    '',
    `The tests find ${foundCount} of ${ids.length} defects.`,
    '',
    ...listed,
    '',
  ].join('\n');
}

const survived = '**Survived.**';

/** The entries of a page of results, by the id of their defect. */
export function entriesIn(page: string): Map<string, string> {
  const entries = page.split(/^(?=- )/m).slice(1);
  return new Map(entries.map((entry) => [/^- ([a-z-]+)/.exec(entry)?.[1] ?? '', entry.trimEnd()]));
}

/** Whether the tests found the defect of an entry. */
export const isFound = (entry: string): boolean => !entry.includes(survived);

function entryOf({ mutation, killedBy, seconds }: MutationResult): string {
  const { id, area, defect } = mutation;
  const result = killedBy === undefined ? survived : `Found by ${killedBy}`;
  const lines = [`- ${id} (${area}, ${Math.round(seconds)} s): ${defect}`, result].flatMap(wrapped);
  return lines.map((line, index) => (index === 0 ? line : `  ${line}`)).join('\n');
}

/** Lines of a Markdown page have at most 140 characters. */
const wrapped = (text: string): string[] => text.match(/.{1,136}(?=\s|$)/g)?.map((line) => line.trim()) ?? [];
