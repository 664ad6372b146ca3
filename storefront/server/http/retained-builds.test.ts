import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { retainBuild, retainedBuildsIn } from './retained-builds.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 0, 1);

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
beforeEach(async () => {
  home = await temporaryFolder();
  folder = path.join(home.folder, 'builds');
});
afterEach(() => home.remove());

/** Writes a build with files of its own and one that all builds have, and keeps it. */
async function deploy(name: string, at: number): Promise<void> {
  const client = path.join(home.folder, 'client');
  await rm(client, { recursive: true, force: true });
  await mkdir(path.join(client, 'assets'), { recursive: true });
  for (const file of [`page-${name}.js`, `page-${name}.js.br`, 'font-same.woff2'])
    await writeFile(path.join(client, 'assets', file), `${file} of the shop`);
  await retainBuild(folder, client, at);
}

const isServed = async (name: string) => !!(await retainedBuildsIn(folder).find(`/assets/page-${name}.js`));

async function served(names: readonly string[]): Promise<string> {
  const areServed = await Promise.all(names.map(isServed));
  return names.filter((_name, index) => areServed[index]).join('');
}

test('retained builds: the last five builds stay, however old they are', async () => {
  for (const [index, name] of [...'ABCDEF'].entries()) await deploy(name, start + index * 30 * day);
  expect(await served([...'ABCDEF'])).toBe('BCDEF');
  expect(await retainedBuildsIn(folder).find('/assets/font-same.woff2')).toBeDefined();
});

test('retained builds: all builds that were in use within the last seven days stay', async () => {
  const names = [...'ABCDEFGHIJ'];
  for (const [index, name] of names.entries()) await deploy(name, start + index * 1000);
  expect(await served(names)).toBe('ABCDEFGHIJ');
  await deploy('K', start + 7 * day - 1000);
  expect(await served(names)).toBe('ABCDEFGHIJ');
  await deploy('L', start + 8 * day);
  // J was in use until K started, and five are always kept.
  expect(await served([...names, ...'KL'])).toBe('HIJKL');
});

test('retained builds: an old build that starts again stays, with all of its files', async () => {
  for (const [index, name] of [...'ABCDE'].entries()) await deploy(name, start + index * 30 * day);
  await deploy('A', start + 200 * day);
  for (const name of 'FGHI') await deploy(name, start + 300 * day);
  expect(await served([...'ABCDEFGHI'])).toBe('AFGHI');
});

test('retained builds: a file that was not copied completely is copied again, and leftovers are deleted', async () => {
  await deploy('A', start);
  await writeFile(path.join(folder, 'assets/page-A.js'), 'page');
  const leftover = path.join(folder, 'assets/page-A.js.123.tmp');
  await writeFile(leftover, 'half');
  await utimes(leftover, new Date(start), new Date(start));
  await writeFile(path.join(folder, 'damaged.json'), '{');
  await deploy('A', start + 8 * day);
  const file = await retainedBuildsIn(folder).find('/assets/page-A.js');
  expect(String(file?.bodies.identity)).toBe('page-A.js of the shop');
  expect(await readdir(path.join(folder, 'assets'))).not.toContain(path.basename(leftover));
});

test('retained builds: only names of the build are read', async () => {
  await deploy('A', start);
  await writeFile(path.join(folder, 'secret.js'), 'secret');
  const { find } = retainedBuildsIn(folder);
  for (const name of ['../secret.js', '%2e%2e/secret.js', '.hidden', '', 'page-A.js.br', 'a/b.js', 'none.js'])
    expect(await find(`/assets/${name}`)).toBeUndefined();
  expect(await find('/secret.js')).toBeUndefined();
});
