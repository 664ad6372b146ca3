import { execFileSync } from 'node:child_process';
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const project = join(import.meta.dirname, '../..');

/** A temporary copy of the project, in which files can be changed without touching the working tree. */
export interface ProjectCopy {
  folder: string;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Copies the files that git tracks or would track, as they are now, and links the installed packages. */
export async function copyProject(): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-mutations-'));
  for (const path of filesToCopy()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(project, path), join(folder, path), { verbatimSymlinks: true });
  }
  for (const workspace of ['.', 'api', 'storefront']) await linkPackages(join(folder, workspace), workspace);
  // Some tests list the tracked files.
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '--all'], { cwd: folder });
  return {
    folder,
    read: (path) => readFile(join(folder, path), 'utf8'),
    write: (path, text) => writeFile(join(folder, path), text),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function filesToCopy(): string[] {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const deleted = git(['ls-files', '-z', '--deleted']);
  return git(listed).filter((path) => !deleted.includes(path));
}

function git(args: readonly string[]): string[] {
  const output = execFileSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 1e8 });
  return output.split('\0').filter((path) => path !== '');
}

/**
 * Links each installed package. The folder of packages is the copy's own, because the links of the workspaces in
 * it are relative: they must lead to the copied, mutated sources.
 */
async function linkPackages(to: string, workspace: string): Promise<void> {
  const installed = join(project, workspace, 'node_modules');
  const packages = await readdir(installed).catch(() => []);
  await mkdir(join(to, 'node_modules'), { recursive: true });
  for (const name of packages.filter((entry) => !/^\.(vite|vite-temp|vitest|cache)$/.test(entry))) {
    const target = join(to, 'node_modules', name);
    if (name === '@fynbos')
      await cp(join(installed, name), target, { recursive: true, verbatimSymlinks: true });
    else if ((await lstat(join(installed, name))).isFile()) await cp(join(installed, name), target);
    else await symlink(join(installed, name), target);
  }
}
