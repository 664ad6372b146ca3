import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateOf, withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { sampleContent, written } from '@fynbos/test-kit/catalogue/content-files.ts';
import { freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { administer } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShop } from '../../shop-import.ts';

/** `npm run admin -- content …` against the database of a running shop (OPS-3). */

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({
    ...sampleContent,
    'content/blocks/about.en.html': written({ title: 'A block', meta_title: '"quoted"' }, '<p>Us.</p>'),
    'content/pages/legal.en.md': written({ title: 'Legal: notice, "here"', active: 'yes' }, 'Text.'),
  });
});
afterAll(() => shop.close());

/** `admin.test.ts` runs the command as a separate process. */
const run = (...args: string[]) => administer(shop.db, 'content', ...args);
const statusOf = async (identifier: string) =>
  (await shop.get(`/api/ext/cms-data/cmsPageIdentifier/${identifier}/storeId/1`)).status;

test('content list and show print pages and blocks with their languages and source text', async () => {
  const { out } = await run('list');
  expect(out).toMatch(/^block {2}about +en +A block$/m);
  expect(out).toMatch(/^page {3}faq +en it +Questions$/m);
  expect(out).toMatch(/^page {3}secret +de \(en\) +Secret {2}hidden$/m);
  expect(out).toMatch(/5 pages and 2 blocks, 1 hidden\n$/);
  const shown = (await run('show', 'faq')).out;
  expect(shown).toContain('layout minimal, position 20\n');
  expect(shown).toContain('en  Questions\n    ## Why?\n\n    So.\n');
  expect(shown).toContain('it  Domande\n    <div><h1>');
  expect((await run('show', 'page', 'about')).out).toContain('en  About us, as of 2026-11-02\n');
});

test('content hide and publish take effect in the running shop', async () => {
  expect((await run('hide', 'recipes')).out).toBe('The page recipes is hidden now.\n');
  expect((await run('hide', 'recipes')).out).toBe('The page recipes was hidden already.\n');
  await expect.poll(() => statusOf('recipes')).toBe(404);
  await withFiles(sampleContent, (folder) => importShop(shop.db, folder));
  expect((await run('list')).out).toMatch(/recipes .* hidden$/m);
  expect((await run('publish', 'page', 'recipes')).out).toBe('The page recipes is shown now.\n');
  await expect.poll(() => statusOf('recipes')).toBe(200);
});

test('content export writes files that change nothing at home and recreate the content elsewhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-export-'));
  const to = join(folder, 'content');
  expect((await run('export', to)).out).toBe(`12 files in ${to}\n`);
  expect((await readdir(to)).sort()).toEqual(['blocks', 'hierarchy.csv', 'pages']);
  expect(await readFile(join(to, 'pages/faq.en.md'), 'utf8')).toBe(
    '---\ntitle: Questions\nlayout: minimal\nposition: 20\nactive: yes\n---\n\n## Why?\n\nSo.\n',
  );
  const before = await stateOf(shop.db);
  expect(await importShop(shop.db, folder)).toMatchObject({ ok: true, parts: { content: 0 } });
  expect(await stateOf(shop.db)).toEqual(before);
  const secondShop = await freshDatabase();
  expect(await importShop(secondShop.db, to)).toMatchObject({ ok: true, problems: [] });
  const secondExport = join(folder, 'again');
  expect((await administer(secondShop.db, 'content', 'export', secondExport)).code).toBe(0);
  for (const name of ['hierarchy.csv', 'pages/legal.en.md', 'pages/secret.de.md', 'blocks/about.en.html'])
    expect(await readFile(join(secondExport, name), 'utf8')).toBe(await readFile(join(to, name), 'utf8'));
  await secondShop.drop();
  expect((await run('export', to)).err).toBe(`The folder ${to} is not empty.\n`);
  await rm(folder, { recursive: true });
});

test('content remove deletes a page permanently', async () => {
  expect((await run('remove', 'legal')).out).toBe('The page legal is gone.\n');
  expect((await run('show', 'legal')).err).toBe('There is no page and no block legal.\n');
  await expect.poll(() => statusOf('legal')).toBe(404);
});

test.each([
  [['show', 'block', 'faq'], 'There is no block faq.'],
  [['hide', 'about'], 'There is a page and a block about: specify page or block.'],
  [['hide', 'menu', 'about'], 'npm run admin -- content hide [page|block] IDENTIFIER'],
  [['export'], 'Expected 1 argument, got 0: npm run admin -- content export FOLDER'],
  [['export', '/dev/null/x'], /^Cannot write to \/dev\/null\/x: /],
])('content reports invalid arguments %j with one sentence', async (args, sentence) => {
  const { code, err } = await run(...args);
  expect(code).toBe(1);
  if (typeof sentence === 'string') expect(err).toBe(`${sentence}\n`);
  else expect(err).toMatch(sentence);
});
