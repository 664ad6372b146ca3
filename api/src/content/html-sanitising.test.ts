import type { CmsNode } from '@fynbos/core/content/cms.ts';
import type { CmsBlock, CmsPage } from '@fynbos/core/content/contract.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { written } from '@fynbos/test-kit/catalogue/content-files.ts';
import { markdownPayloads, payloads } from '@fynbos/test-kit/security/xss-payloads.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importShop } from '../shop-import.ts';

/** No script in a content page ever runs, whichever way it was stored. */

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({ 'content/pages/first.en.md': written({ title: 'First' }, 'First.') });
});
afterAll(() => shop.close());

const load = (files: Record<string, string>) => withFiles(files, (folder) => importShop(shop.db, folder));
const numbered = (index: number) => `p-${String(index).padStart(3, '0')}`;
const all = [...payloads, ...markdownPayloads];

/** One page per payload. */
const inHtml = Object.fromEntries(
  all.map((payload, index) => [
    `content/pages/${numbered(index)}.en.html`,
    written({ title: `Page ${index}` }, `<p>before</p>${payload}<p>after</p>`),
  ]),
);

const languages = ['en', 'de', 'it'];
async function search(entity: string, language = 'en'): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let start = 0; start === items.length; start += 500) {
    const address = `/api/catalog/fynbos/${entity}/_search?lang=${language}`;
    items.push(...(await shop.post(address, { start, size: 500 })).body.items);
  }
  return items;
}
async function pages(language = 'en'): Promise<Map<string, CmsPage>> {
  const items = (await search('cms_page', language)) as CmsPage[];
  return new Map(items.map((page) => [page.identifier, page]));
}
const waitForPages = (condition: (now: Map<string, CmsPage>) => boolean) =>
  expect.poll(async () => condition(await pages())).toBe(true);

/**
 * Reads HTML as strictly as possible: known elements with known attributes, each in one notation. After
 * removing them, the rest is text that cannot begin or end an element. Every HTML parser agrees on such a
 * text.
 */
function unsafeHtmlIn(html: string): string[] {
  const plain =
    /<\/?(?:h[2-4]|p|[uo]l|li|d[ltd]|blockquote|pre|code|table|caption|thead|tbody|tfoot|tr|td|strong|b|em|i|small|s|del|su[bp]|abbr)>/g;
  const empty = /<(?:br|hr) \/>/g;
  const heading = /<h[2-4] id="section-[a-z0-9-]+">/g;
  const cell = /<th scope="(?:row|col)">|<\/th>|<ol start="\d+">/g;
  const link =
    /<a(?: href="(?:\/(?![/\\])[^"<>\s]*|#[\p{L}\p{N}_-]+|mailto:[\w.+@-]+|tel:[+\d()-]+)")?>|<\/a>/gu;
  const outside = /<a href="https:\/\/[a-z0-9.-]+(?:\/[^"<>\s]*)?" rel="noopener noreferrer">/g;
  const rest = [plain, empty, heading, cell, link, outside].reduce(
    (text, known) => text.replace(known, ''),
    html,
  );
  return /[<>]/.test(rest) ? [rest] : [];
}

/** Plain text begins no element wherever it is inserted. */
const unsafeTextIn = (text: string): string[] =>
  /<[a-z/!?]|[\p{Cc}\u202a-\u202e]/iu.test(text) ? [text] : [];

function unsafePartsOfPage({ title, content, content_heading, headings, ...page }: CmsPage): string[] {
  const texts = [title, content_heading, page.meta_title, page.meta_description, page.meta_keywords];
  return [
    ...unsafeHtmlIn(content),
    ...[...texts].flatMap(unsafeTextIn),
    ...headings.flatMap(({ id }) => (/^section-[a-z0-9-]+$/.test(id) ? [] : [id])),
  ];
}

const unsafePartsOfBlock = ({ title, content }: CmsBlock): string[] => [
  ...unsafeHtmlIn(content),
  ...unsafeTextIn(title),
];

test('the corpus has more than 120 different payloads', () => {
  expect(new Set(payloads).size).toBeGreaterThan(120);
});

test('the strict reader detects unsafe HTML', () => {
  for (const html of [
    '<p onclick="x">',
    '<a href="javascript:x">',
    '<script>',
    '<a href="//x">',
    '<a href="https://x/">',
    '<img>',
  ])
    expect(unsafeHtmlIn(html), html).not.toEqual([]);
});

describe('XSS payloads in an import', () => {
  test('the body of an .html file is sanitised, and sanitising it again changes nothing (T9)', async ({
    task,
  }) => {
    const report = await load(inHtml);
    expect(report.problems).toEqual([]);
    expect(report.notices.map(({ message }) => message)).toContain('disallowed content was removed');
    await waitForPages((now) => now.size === all.length + 1);
    const loadedPages = await pages();
    for (const [index, payload] of all.entries()) {
      const page = loadedPages.get(numbered(index))!;
      expect([payload, unsafePartsOfPage(page)]).toEqual([payload, []]);
      expect([payload, page.content]).toEqual([payload, expect.stringMatching(/^<p>before<\/p>/)]);
    }
    expect((await load(inHtml)).parts.content).toBe(0);
    task.meta.attempts = all.length;
  });

  test('payloads in Markdown and in front matter are rejected at their line or are harmless (T9)', async ({
    task,
  }) => {
    const files = (payload: string, index: number): Record<string, string> => {
      const line = payload.replace(/\s/g, ' ');
      const front = (field: string) => written({ title: 'Page', [field]: line }, 'Text.');
      const body = `Before.\n\n${payload}\n\nAfter ${payload}.`;
      return {
        [`content/blocks/body-${index}.en.md`]: written({ title: 'Block' }, body),
        [`content/pages/title-${index}.en.md`]: front('title'),
        [`content/pages/heading-${index}.en.md`]: front('content_heading'),
        [`content/pages/meta-title-${index}.en.md`]: front('meta_title'),
        [`content/pages/meta-description-${index}.en.md`]: front('meta_description'),
        [`content/pages/meta-keywords-${index}.en.md`]: front('meta_keywords'),
        [`content/pages/translated-${index}.en.md`]: written({ title: 'Page' }, 'Text.'),
        [`content/pages/translated-${index}.de.md`]: front('title'),
        [`content/pages/translated-${index}.it.md`]: front('meta_description'),
        [`content/blocks/title-${index}.en.md`]: front('title'),
      };
    };
    const accepted: string[] = [];
    // A report lists at most 200 problems; small batches stay below that.
    for (let start = 0; start < all.length; start += 10) {
      const batch = Object.assign(
        {},
        ...all.slice(start, start + 10).map((payload, at) => files(payload, start + at)),
      );
      const { problems, problemCount } = await load(batch);
      expect(problems).toHaveLength(problemCount);
      for (const { file } of problems) delete batch[file];

      if (Object.keys(batch).length > 0) expect((await load(batch)).ok).toBe(true);
      accepted.push(...Object.keys(batch));
    }
    const script = payloads.indexOf('<script>alert(1)</script>');
    const braces = payloads.indexOf('{{constructor.constructor("alert(1)")()}}');
    expect(accepted.filter((file) => file.includes(`-${script}.`))).toEqual([
      `content/pages/translated-${script}.en.md`,
    ]);
    expect(accepted.filter((file) => file.includes(`-${braces}.`))).toHaveLength(10);
    const last = accepted.filter((file) => /\/pages\/.*\.en\.md$/.test(file)).at(-1)!;
    await waitForPages((now) => now.has(last.replace(/.*\/(.*)\.en\.md/, '$1')));
    for (const language of languages) {
      expect([...(await pages(language)).values()].flatMap(unsafePartsOfPage)).toEqual([]);
      const blocks = await search('cms_block', language);
      expect(blocks.length).toBeGreaterThan(20);
      expect((blocks as unknown as CmsBlock[]).flatMap(unsafePartsOfBlock)).toEqual([]);
    }
    task.meta.attempts = all.length * Object.keys(files('', 0)).length;
  });

  test('payloads in front-matter fields other than text are rejected (T9)', async ({ task }) => {
    const fields = ['layout', 'position', 'active', 'updated', 'onload'];
    for (const field of fields) {
      const files = all.map((payload, index): [string, string] => [
        `content/pages/odd-${index}.en.md`,
        written({ title: 'Page', [field]: payload.replace(/\s/g, ' ') }, 'Text.'),
      ]);
      const { problems, problemCount } = await load(Object.fromEntries(files));
      expect([field, new Set(problems.map(({ file }) => file)).size]).toEqual([
        field,
        Math.min(all.length, 200),
      ]);
      expect(problemCount).toBeGreaterThanOrEqual(all.length);
    }
    expect([...(await pages()).keys()].filter((name) => name.startsWith('odd-'))).toEqual([]);
    task.meta.attempts = all.length * fields.length;
  });

  test('payloads in the cells of a menu node are rejected or shown as text (T9)', async ({ task }) => {
    const rows = all.map((payload) => `"${payload.replace(/\s/g, ' ').replaceAll('"', '""')}"`);
    const second = rows.map((cell, index) => `node-${index},x,${cell}`);
    const linesRefused = async (columns: string, lines: string[]) => {
      const { problems } = await load({
        'content/hierarchy.csv': [`identifier,${columns}`, ...lines].join('\n'),
      });
      return new Set(problems.map(({ line }) => line));
    };
    for (const column of ['page', 'parent'])
      expect((await linesRefused(`title,${column}`, second)).size).toBe(all.length);
    const names = rows.map((cell) => `${cell},x`);
    expect((await linesRefused('title', names)).size).toBe(all.length);
    const faulty = await linesRefused(
      'title',
      rows.map((cell, index) => `node-${index},${cell}`),
    );
    expect(faulty.size).toBeGreaterThan(100);
    const rest = ['identifier,title,title_de,title_it']
      .concat(rows.map((cell, index) => `node-${index},${cell},${cell},${cell}`))
      .filter((_, index) => !faulty.has(index + 1));
    for (const column of ['title_de', 'title_it'])
      expect(await linesRefused(`title,${column}`, second)).toEqual(faulty);
    expect((await load({ 'content/hierarchy.csv': rest.join('\n') })).ok).toBe(true);
    await expect.poll(async () => (await search('cms_hierarchy')).length).toBe(rest.length - 1);
    for (const language of languages) {
      const nodes = (await search('cms_hierarchy', language)) as unknown as CmsNode[];
      expect(nodes.flatMap(({ title }) => unsafeTextIn(title))).toEqual([]);
    }
    task.meta.attempts = all.length * 6;
  });

  test('invalid file names are rejected (T9)', async ({ task }) => {
    const names = ['a b.en.md', 'é.en.md', 'x".en.md', 'x.en.en.md', '.en.md', 'x.xx.md', 'x.md', '-x.en.md'];
    for (const name of names) {
      const report = await load({ [`content/pages/${name}`]: written({ title: 'X' }, 'X.') });
      expect([name, report.ok]).toEqual([name, false]);
    }
    task.meta.attempts = names.length;
  });
});

test('rows changed by SQL, past the import, are sanitised when they are read (T9)', async ({ task }) => {
  await load(inHtml);
  await waitForPages((now) => now.has(numbered(all.length - 1)));
  for (const [index, payload] of all.entries()) {
    await sql`update content_text set html = ${`<p>before</p>${payload}`}, title = ${payload}, content_heading = ${payload},
      meta_title = ${payload}, meta_description = ${payload}, meta_keywords = ${payload}
      where item_id = (select id from content_item where identifier = ${numbered(index)})`.execute(shop.db);
    const titles = JSON.stringify({ en: payload, de: payload, it: payload });
    await sql`insert into content_node (identifier, tree, page, titles, position)
      values (${`sql-${index}`}, ${`sql-${index}`}, ${`/${payload}`}, ${titles}::jsonb, 0)`.execute(shop.db);
    const { rows } = await sql<{ id: number }>`insert into content_item (kind, identifier)
      values ('block', ${`sql-${index}`}) returning id`.execute(shop.db);
    for (const language of languages)
      await sql`insert into content_text (item_id, language, title, format, source, html)
        values (${rows[0]!.id}, ${language}, ${payload}, 'md', ${payload}, ${payload})`.execute(shop.db);
  }
  await sql`notify content`.execute(shop.db);
  await waitForPages((now) => now.get(numbered(0))?.title !== 'Page 0');
  const loadedPages = await pages();
  for (const [index, payload] of all.entries()) {
    const page = loadedPages.get(numbered(index))!;
    expect([payload, unsafePartsOfPage(page)]).toEqual([payload, []]);
    const { body: hit } = await shop.post('/api/url/map', { url: numbered(index) });
    expect(hit._source).toEqual(page);
    const { body } = await shop.get(`/api/ext/cms-data/cmsPage/${page.id}`);
    expect(body.result).toEqual(page);
  }
  for (const language of languages) {
    const nodes = (await search('cms_hierarchy', language)) as unknown as CmsNode[];
    const sqlNodes = nodes.filter(({ identifier }) => identifier.startsWith('sql-'));
    expect(nodes.flatMap(({ title }) => unsafeTextIn(title))).toEqual([]);
    // A node with an invalid address has no target and is omitted.
    expect(sqlNodes.length).toBeLessThan(all.length);
    expect(sqlNodes.filter(({ url_path }) => !/^(?!\/)[^\s"'<>\\]+$/.test(url_path ?? 'x'))).toEqual([]);
    const blocks = (await search('cms_block', language)) as unknown as CmsBlock[];
    expect(blocks.filter(({ identifier }) => identifier.startsWith('sql-'))).toHaveLength(all.length);
    expect(blocks.flatMap(unsafePartsOfBlock)).toEqual([]);
  }
  task.meta.attempts = all.length;
});

test('unterminated or deeply nested markup does not delay an import (T9)', async ({ task }) => {
  const texts = [
    '<'.repeat(100_000),
    '<p>'.repeat(20_000),
    '[x]('.repeat(20_000),
    '**'.repeat(40_000),
    '> '.repeat(5000),
  ];
  for (const [index, text] of texts.entries()) {
    await load({ [`content/pages/long-${index}.en.html`]: written({ title: 'Long' }, text) });
    await load({ [`content/pages/long-md-${index}.en.md`]: written({ title: 'Long' }, `x ${text}`) });
  }
  const loadedPages = await pages();
  for (const page of loadedPages.values()) expect(unsafePartsOfPage(page)).toEqual([]);
  task.meta.attempts = texts.length * 2;
});
