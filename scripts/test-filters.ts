/** The projects of Vitest whose tests are in a folder. Paths that begin otherwise may be in any project. */
const projects: Readonly<Record<string, readonly string[]>> = {
  core: ['core'],
  // Tests of the embedded database start their own servers.
  api: ['api', 'process'],
  storefront: ['storefront'],
  sandbox: ['sandbox'],
  artwork: ['conventions'],
  scripts: ['conventions'],
  bench: ['bench'],
  'tests/conventions': ['conventions'],
  'tests/schema': ['process'],
};

const folderOf = (filter: string): string | undefined =>
  Object.keys(projects).find((folder) => filter.startsWith(`${folder}/`));

/** Whether the tests may use the built storefront. A single test of a rule or of the API starts faster without the check. */
export const needsStorefront = (filters: readonly string[]): boolean =>
  !filters.some(folderOf) || filters.some((filter) => filter.startsWith('tests/') && !folderOf(filter));

/**
 * Options of Vitest that select the projects of the filters, because each project costs time to set up.
 * @returns none when a filter may name tests of any project, or the projects are selected already
 */
export function projectsOf(filters: readonly string[]): string[] {
  const isSelected = filters.some((filter) => filter.startsWith('--project'));
  const folders = filters.filter((filter) => /^[\w-]+\//.test(filter)).map(folderOf);
  if (isSelected || folders.length === 0 || folders.includes(undefined)) return [];
  const names = new Set(folders.flatMap((folder) => projects[folder!]!));
  return [...names].map((name) => `--project=${name}`);
}
