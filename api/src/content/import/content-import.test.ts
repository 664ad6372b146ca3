import { emptyShop, stateOf, withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { sampleContent, written } from '@fynbos/test-kit/catalogue/content-files.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { importRow } from '../../catalogue/import/import.ts';
import { describeReport } from '../../catalogue/import/import-report.ts';
import { readConfig } from '../../config/config.ts';
import { connectDb, type Db } from '../../db.ts';
import { importShop, shopParts } from '../../shop-import.ts';
import { storedContents, storedMenus } from '../cms-service.ts';
import { exportContents } from './content-export.ts';

/** The folder `content` of an import (docs/import.md). */

const fresh: FreshDatabase = await freshDatabase();
const { db } = fresh;
beforeEach(() => emptyShop(db));
afterAll(() => fresh.drop());

const load = (files: Record<string, string>, more: { dryRun?: boolean } = {}) =>
  withFiles(files, (folder) => importShop(db, folder, more));
const about = written({ title: 'About' }, 'Us.');
const aboutAs = (file: string, text = about) => ({ [`content/pages/${file}`]: text });

describe('importing a folder with pages, blocks and menus', () => {
  test('loads the folder, and loading it again changes nothing, not even a date', async () => {
    const report = await load(sampleContent);
    expect(report).toMatchObject({ ok: true, problems: [], notices: [], parts: { content: 7 } });
    expect(describeReport(report)).toContain(
      'Loaded content/blocks/ (2 files), content/hierarchy.csv, content/pages/ (7 files)',
    );
    const before = await stateOf(db);
    expect((await load(sampleContent)).parts.content).toBe(0);
    expect(await stateOf(db)).toEqual(before);
  });

  test('loads the folder alone, or a single file of it', async () => {
    const inside = Object.entries(sampleContent).map(([name, text]) => [name.replace('content/', ''), text]);
    expect((await load(Object.fromEntries(inside))).parts.content).toBe(7);
    const changed = sampleContent['content/pages/about.en.md']!.replace('food', 'good food');
    const report = await withFiles({ 'pages/about.en.md': changed }, (folder) =>
      importShop(db, `${folder}/pages/about.en.md`),
    );
    expect(report).toMatchObject({ ok: true, parts: { content: 1 } });
    const page = (await storedContents(db)).get('page about')!;
    expect(page.texts.find(({ language }) => language === 'en')!.html).toContain('good food');
    expect(page.texts).toHaveLength(2);
  });

  test('accepts an empty or absent folder', async () => {
    const goods = { 'products.csv': 'sku,name,price\nA,A,1\n' };
    expect(await load(goods)).toMatchObject({ ok: true, parts: {} });
    expect(await load({ ...goods, 'content/pages/.gitkeep': '' })).toMatchObject({ ok: true, parts: {} });
  });

  test('reports the changes of a dry run and writes nothing', async () => {
    const before = await stateOf(db);
    expect(await load(sampleContent, { dryRun: true })).toMatchObject({ ok: true, parts: { content: 7 } });
    expect(await stateOf(db)).toEqual(before);
  });

  test('loads content together with the catalogue or not at all', async () => {
    const before = await stateOf(db);
    const report = await load({ 'products.csv': 'sku,name,price\nA,A,-1\n', ...sampleContent });
    expect(report.ok).toBe(false);
    expect((await load({ 'products.csv': 'sku,name,price\nA,A,1\n', ...aboutAs('about.de.md') })).ok).toBe(
      false,
    );
    expect(await stateOf(db)).toEqual(before);
  });

  test('leaves stored content that is not in the input unchanged', async () => {
    await load(sampleContent);
    await load(aboutAs('about.en.md'));
    expect([...(await storedContents(db)).keys()]).toContain('page faq');
    expect([...(await storedMenus(db)).keys()]).toEqual(['footer-help', 'footer-more']);
  });

  test('ignores files with other names and lists them', async () => {
    const { ok, notices } = await load({
      ...aboutAs('about.en.md'),
      'content/README.txt': 'x',
      'content/pages/a.png': 'x',
    });
    expect(ok).toBe(true);
    expect(notices).toMatchObject([{ examples: ['content/README.txt', 'content/pages/a.png'] }]);
  });
});

describe('a page', () => {
  test('clears omitted front-matter fields; a hidden page stays hidden until its file sets active', async () => {
    const full = written(
      { title: 'About', meta_title: 'M', position: '5', layout: 'empty', active: 'no' },
      'Us.',
    );
    await load(aboutAs('about.en.md', full));
    await load(aboutAs('about.en.md'));
    const page = async () => (await storedContents(db)).get('page about')!;
    expect(await page()).toMatchObject({
      layout: 'default',
      position: 0,
      texts: [{ meta_title: '', is_active: false }],
    });
    await load(aboutAs('about.en.md', written({ title: 'About', active: 'yes' }, 'Us.')));
    expect((await page()).texts[0]).toMatchObject({ is_active: true });
  });

  test('reads quoted values, Windows line endings and a byte order mark', async () => {
    const text =
      '\ufeff---\r\ntitle: "Returns: 7 days"\r\nmeta_title: \'x\'\r\n---\r\n\r\n## When\r\n\r\nSoon.\r\n';
    expect(await load(aboutAs('about.en.md', text))).toMatchObject({ problems: [], ok: true });
    expect((await storedContents(db)).get('page about')!.texts[0]).toMatchObject({
      title: 'Returns: 7 days',
      meta_title: 'x',
      html: '<h2 id="section-when">When</h2>\n<p>Soon.</p>\n',
    });
  });

  test('joins a front-matter value that continues on indented lines', async () => {
    const text = '---\ntitle: About\nmeta_description: Food,\n  and\n  health\nposition: 4\n---\nUs.\n';
    expect(await load(aboutAs('about.en.md', text))).toMatchObject({ problems: [], ok: true });
    expect((await storedContents(db)).get('page about')).toMatchObject({
      position: 4,
      texts: [{ meta_description: 'Food, and health' }],
    });
  });

  test.each([
    ['pages/about.md', about, 1, 'name', 'must be named IDENTIFIER.LANGUAGE.md'],
    ['pages/about.sv.md', about, 1, 'name', 'must be named IDENTIFIER.LANGUAGE.md'],
    ['pages/about us.en.md', about, 1, 'name', 'must be named IDENTIFIER.LANGUAGE.md'],
    ['pages/about.de.md', about, 1, 'name', 'there is no English page "about" to translate'],
    ['blocks/about.it.md', about, 1, 'name', 'there is no English block "about" to translate'],
    ['pages/about.en.md', 'title: About\n\nUs.', 1, '1', 'the file begins with a line ---'],
    ['pages/about.en.md', '---\ntitle: About\nUs.', 1, '1', 'the file begins with a line ---'],
    [
      'pages/about.en.md',
      '---\ntitle: About\nlayuot: empty\n---\nUs.',
      3,
      'layuot',
      'is no column of front matter',
    ],
    [
      'pages/about.en.md',
      '---\n  title: About\nlayout: empty\n---\nUs.',
      2,
      '1',
      '"  title: About" is not a key: value pair',
    ],
    [
      'pages/about.en.md',
      '---\ntitle: About\nlayout: wide\n---\nUs.',
      3,
      'layout',
      '"wide" is none of default, minimal, empty',
    ],
    [
      'pages/about.en.md',
      '---\ntitle: About\ntitle: Us\n---\nUs.',
      3,
      'title',
      'is already defined in line 2',
    ],
    [
      'pages/about.en.md',
      '---\ntitle: About\nnonsense\n---\nUs.',
      3,
      '1',
      '"nonsense" is not a key: value pair',
    ],
    [
      'pages/about.en.md',
      '---\ntitle: About\nposition: x\n---\nUs.',
      3,
      'position',
      '"x" is no whole number',
    ],
    [
      'pages/about.en.md',
      '---\ntitle: About\nactive: perhaps\n---\nUs.',
      3,
      'active',
      'is neither yes nor no',
    ],
    [
      'pages/about.en.md',
      '---\ntitle: About\nupdated: 2026-02-30\n---\nUs.',
      3,
      'updated',
      'is not in the calendar',
    ],
    [
      'pages/about.en.md',
      '---\ntitle: About\nproducts: A x 100\n---\nUs.',
      3,
      'products',
      'has a quantity that is not 1 to 99',
    ],
    ['pages/about.en.md', '---\ntitle: About\nproducts: A, A\n---\nUs.', 3, 'products', 'is named twice'],
    ['pages/about.en.md', '---\ntitle: <b>Us</b>\n---\nUs.', 2, 'title', 'is not plain text'],
    [
      'pages/about.en.md',
      `---\ntitle: ${'x'.repeat(201)}\n---\nUs.`,
      2,
      'title',
      'has more than 200 characters',
    ],
    ['pages/about.en.md', '---\nlayout: empty\n---\nUs.', 1, 'title', 'the title is missing'],
    ['pages/about.en.md', '---\ntitle: About\n---\n\n', 4, '1', 'there is no text below the second ---'],
    ['pages/about.en.md', '---\ntitle: About\n---\n\n\n# Us\n', 6, '1', 'headings begin with ##'],
    [
      'pages/about.en.md',
      '---\ntitle: About\n---\n\nUs.\n\n- one\n- two <b>x\n',
      8,
      '1',
      'HTML is not read in Markdown',
    ],
    ['pages/about.en.md', '---\ntitle: About\n---\nUs.\n\n![x](/y.png)', 6, '1', 'images are not allowed'],
    [
      'pages/about.en.md',
      '---\ntitle: About\n---\nUs.\nAt [x](http://x.za).',
      5,
      '1',
      'a link leads to http://x.za: write a path',
    ],
    [
      'pages/about.en.md',
      '---\ntitle: About\n---\nSee [us](shipping-delivery).',
      4,
      '1',
      'a link leads to shipping-delivery',
    ],
    ['hierarchy.csv', 'identifier,title\nx,X\nx,Y\n', 3, 'identifier', 'is already defined in line 2'],
    ['hierarchy.csv', 'identifier,title,parent\nx,X,y\n', 2, 'parent', 'no row has the identifier "y"'],
    ['hierarchy.csv', 'identifier,title,parent\nx,X,y\ny,Y,x\n', 2, 'parent', 'is its own ancestor'],
    ['hierarchy.csv', 'identifier,title,page\nx,X,faq\n', 2, 'page', 'there is no page "faq"'],
    [
      'hierarchy.csv',
      'identifier,title,page\nx,X,//evil.example\n',
      2,
      'page',
      'is neither the identifier of a page',
    ],
    ['hierarchy.csv', 'identifier,title,page\nx,,/faq\n', 2, 'title', 'the title is missing'],
    ['hierarchy.csv', 'identifier,title,page\nx,,\n', 2, 'title', 'neither a title nor a page'],
    ['hierarchy.csv', 'identifier,title\nX Y,X\n', 2, 'identifier', '"X Y" is not an identifier'],
    ['hierarchy.csv', 'identifier,name\nx,X\n', 2, 'name', 'is no column of the hierarchy'],
  ])('%s: %j is rejected at its line', async (name, text, line, column, reason) => {
    const { ok, problems } = await load({ [`content/${name}`]: text });
    expect(ok).toBe(false);
    expect(problems[0]).toMatchObject({
      file: `content/${name}`,
      line,
      column,
      reason: expect.stringContaining(reason),
    });
  });

  test('rejects a translation whose page settings differ from the English file', async () => {
    const german = written({ title: 'Über uns', position: '6' }, 'Wir.');
    const { problems } = await load({
      ...aboutAs('about.en.md', written({ title: 'About', position: '5' }, 'Us.')),
      ...aboutAs('about.de.md', german),
    });
    expect(problems).toMatchObject([{ file: 'content/pages/about.de.md', line: 3, column: 'position' }]);
  });

  test('names products with quantities, which a translation shares and an export writes', async () => {
    const curry = written({ title: 'Curry', products: 'CHICKPEAS, TOMATO x 2,' }, 'Cook.');
    const german = aboutAs('about.de.md', written({ title: 'Curry' }, 'Kochen.'));
    await load({ ...aboutAs('about.en.md', curry), ...german });
    const page = async () => (await storedContents(db)).get('page about')!;
    expect((await page()).products).toEqual([
      { sku: 'CHICKPEAS', qty: 1 },
      { sku: 'TOMATO', qty: 2 },
    ]);
    expect((await exportContents(db)).get('pages/about.en.md')).toContain(
      'products: CHICKPEAS, TOMATO x 2\n',
    );
    const differing = aboutAs('about.de.md', written({ title: 'Curry', products: 'RICE' }, 'Kochen.'));
    expect((await load(differing)).problems).toMatchObject([
      { column: 'products', reason: expect.stringContaining('is CHICKPEAS, TOMATO x 2 in English') },
    ]);
    await load(aboutAs('about.en.md', written({ title: 'Curry' }, 'Cook.')));
    expect((await page()).products).toEqual([]);
  });

  test('rejects the same text in two files', async () => {
    const { problems } = await load({ ...aboutAs('about.en.md'), ...aboutAs('about.en.html') });
    expect(problems).toMatchObject([{ reason: 'duplicates content/pages/about.en.html' }]);
  });

  test('removes disallowed HTML from a page and reports it', async () => {
    const html = written(
      { title: 'About' },
      '<style>p{}</style><p onclick="x()">Us <a href="http://x">x</a></p>',
    );
    const { ok, notices } = await load(aboutAs('about.en.html', html));
    expect(ok).toBe(true);
    expect(notices).toMatchObject([
      {
        message: 'disallowed content was removed',
        examples: [
          '<style> of content/pages/about.en.html',
          'the link to http://x of content/pages/about.en.html',
        ],
      },
    ]);
    expect((await storedContents(db)).get('page about')!.texts[0]!.html).toBe('<p>Us <a>x</a></p>\n');
  });
});

describe('the URL of a page', () => {
  const goods = 'sku,name,price,url_path,categories\nA,A,1,recipes,Pantry\n';
  const page = (identifier: string) => aboutAs(`${identifier}.en.md`);

  test.each(['recipes', 'pantry'])('cannot be the URL of a product or category: %s', async (identifier) => {
    const owner = identifier === 'recipes' ? 'the product A' : 'the category Pantry';
    const problems = [
      {
        file: `content/pages/${identifier}.en.md`,
        line: 1,
        reason: `"${identifier}" is already the address of ${owner}`,
      },
    ];
    expect(await load({ 'products.csv': goods, ...page(identifier) })).toMatchObject({ problems });
    expect(await load({ 'products.csv': goods })).toMatchObject({ ok: true });
    expect(await load(page(identifier))).toMatchObject({ problems });
    expect(await load({ [`content/blocks/${identifier}.en.md`]: about })).toMatchObject({ ok: true });
  });

  test('is reserved: later products and categories cannot use it', async () => {
    await load({ ...page('recipes'), ...page('pantry') });
    expect((await load({ 'products.csv': goods })).problems).toMatchObject([
      { column: 'url_path', reason: '"recipes" is already the address of the page recipes' },
    ]);
    const derived = await load({ 'products.csv': 'sku,name,price,categories\nA,Recipes,1,Pantry\n' });
    expect(derived.problems).toEqual([]);
    const { url_path } = await db.selectFrom('product').select('url_path').executeTakeFirstOrThrow();
    expect(url_path).toBe('recipes-a');
    const moved = await importRow(db, 'products', { sku: 'A', url_path: 'recipes' }, { parts: shopParts });
    expect(moved.problems).toMatchObject([{ column: 'url_path' }]);
  });
});

describe('a menu', () => {
  const menu = (rows: string) => ({ 'content/hierarchy.csv': `identifier,parent,page,title\n${rows}` });

  test('contains exactly the nodes of the input; other menus stay unchanged', async () => {
    await load(sampleContent);
    expect((await load(menu('footer-help,,,Help\nfooter-faq,footer-help,faq,\n'))).parts.content).toBe(1);
    const menus = await storedMenus(db);
    expect(menus.get('footer-help')!.map(({ identifier }) => identifier)).toEqual([
      'footer-help',
      'footer-faq',
    ]);
    expect(menus.get('footer-more')).toHaveLength(2);
  });

  test('moves a node to another menu only when the input contains both menus', async () => {
    await load(menu('one,,,One\nnode,one,,Node\n'));
    expect((await load(menu('two,,,Two\nnode,two,,Node\n'))).problems).toMatchObject([
      { line: 3, reason: '"node" already belongs to the menu "one"' },
    ]);
    expect((await load(menu('one,,,One\ntwo,,,Two\nnode,two,,Node\n'))).ok).toBe(true);
    expect((await storedMenus(db)).get('two')).toHaveLength(2);
  });
});

describe('every running server', () => {
  let shop: TestShop;
  let second: FastifyInstance;
  let otherDb: Db;
  let changes = 0;
  beforeAll(async () => {
    shop = await openTestShop('');
    otherDb = connectDb(shop.url, 2);
    const config = readConfig({ LOG_LEVEL: 'silent' });
    second = await createApp({ db: otherDb, url: shop.url, config, onForget: () => changes++ });
  });
  afterAll(async () => {
    await second.close();
    await otherDb.destroy();
    await shop.close();
  });

  const path = '/api/ext/cms-data/cmsPageIdentifier/about/storeId/1';
  const titles = async () => {
    const { body } = await shop.get(path);
    return [body.result.title, (await second.inject(path)).json().result.title];
  };
  const change = (title: string) =>
    withFiles(aboutAs('about.en.md', written({ title }, 'Us.')), (folder) => importShop(shop.db, folder));

  test('shows imported content without a restart and invalidates its cached pages', async () => {
    const before = changes;
    expect((await change('About')).ok).toBe(true);
    await expect.poll(titles).toEqual(['About', 'About']);
    expect(changes).toBeGreaterThan(before);
  });

  test('reads changes it missed while its connection was lost', async () => {
    const listening = sql`from pg_stat_activity where datname = current_database() and application_name = 'fynbos listen content'`;
    const listeners = async () => (await sql`select pid ${listening}`.execute(shop.db)).rows.length;
    await expect.poll(listeners).toBe(2);
    await sql`select pg_terminate_backend(pid) ${listening}`.execute(shop.db);
    await change('About Fynbos');
    await expect.poll(titles).toEqual(['About Fynbos', 'About Fynbos']);
  });
});
