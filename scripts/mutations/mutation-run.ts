import { type Mutation, mutated } from './mutation.ts';
import type { ProjectCopy } from './project-copy.ts';
import { projectOf, runVitest } from './vitest-run.ts';

/** `test` runs the named files; `all` then runs the projects without a browser, for a defect that survived. */
export type Tier = 'test' | 'all';

/** The result of one mutation. */
export interface MutationResult {
  mutation: Mutation;
  /** The test that found the defect; undefined when it survived. */
  killedBy: string | undefined;
  seconds: number;
}

/** The projects of Vitest that need neither a build nor a browser. */
const quickProjects = ['core', 'api', 'storefront', 'sandbox', 'security'];

/** Plants a defect in the copy, runs the tests that should find it, and removes it. */
export async function runMutation(
  copy: ProjectCopy,
  mutation: Mutation,
  { tier, env }: { tier: Tier; env: Readonly<Record<string, string>> },
): Promise<MutationResult> {
  const text = await copy.read(mutation.file);
  const start = performance.now();
  await copy.write(mutation.file, mutated(text, mutation));
  try {
    const killedBy = await findKiller(copy, mutation, { tier, env });
    return { mutation, killedBy, seconds: (performance.now() - start) / 1000 };
  } finally {
    await copy.write(mutation.file, text);
  }
}

async function findKiller(
  { folder }: ProjectCopy,
  { tests, title }: Mutation,
  { tier, env }: { tier: Tier; env: Readonly<Record<string, string>> },
): Promise<string | undefined> {
  for (const file of tests) {
    const titles = title === undefined ? undefined : [title];
    const { failed } = await runVitest(folder, { files: [file], projects: [projectOf(file)], titles }, env);
    if (failed) return failed;
  }
  if (tier === 'test') return undefined;
  return (await runVitest(folder, { projects: quickProjects }, env)).failed;
}

/**
 * Runs the named tests on the unchanged copy: a test that fails anyway finds no defect.
 * @throws Error with the failed test
 */
export async function checkBaseline(
  { folder }: ProjectCopy,
  mutations: readonly Mutation[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const groups = Map.groupBy(mutations, ({ title }) => title !== undefined);
  for (const [hasTitle, group] of groups) {
    const files = [...new Set(group.flatMap(({ tests }) => tests))];
    const projects = [...new Set(files.map(projectOf))];
    const titles = hasTitle ? [...new Set(group.flatMap(({ title = '' }) => title))] : undefined;
    const { failed, output } = await runVitest(folder, { files, projects, titles }, env);
    if (failed) throw new Error(`fails without a defect: ${failed}\n${output}`);
  }
}
