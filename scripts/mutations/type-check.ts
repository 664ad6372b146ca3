import { spawnSync } from 'node:child_process';
import type { Mutation } from './mutation.ts';
import { mutated } from './mutation.ts';
import type { ProjectCopy } from './project-copy.ts';

/**
 * Type-checks a copy with all defects at once: a defect that the compiler rejects is no test of the tests.
 * @returns the compiler's messages
 */
export async function typeErrors(copy: ProjectCopy, mutations: readonly Mutation[]): Promise<string> {
  for (const mutation of mutations)
    await copy.write(mutation.file, mutated(await copy.read(mutation.file), mutation));
  const workspaces = ['core', 'api', 'storefront', 'storefront/service-worker'];
  const messages = workspaces.map((workspace) => {
    const args = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', workspace];
    const { stdout, status } = spawnSync(process.execPath, args, { cwd: copy.folder, encoding: 'utf8' });
    return status === 0 ? '' : stdout;
  });
  return messages.join('');
}
