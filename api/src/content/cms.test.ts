import { sampleContent, written } from '@fynbos/test-kit/catalogue/content-files.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Pages, blocks and menus over HTTP (CMS-1, spec accounts 7.5, wire contract 1.9, 2.6, 2.7, spec D39). */

const goods = {
  'products.csv':
    'sku,name,price_incl_tax,price_incl_tax_de,url_path,categories\nOATS,Oats,40,2.5,oats,Pantry\n',
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({ ...goods, ...sampleContent }, { MULTISTORE: 'on' });
});
afterAll(() => shop.close());

const search = async (entity: string, body: object = {}, query = '', index = 'fynbos') =>
  (await shop.post(`/api/catalog/${index}/${entity}/_search${query}`, body)).body;
const names = (result: { items: { identifier: string }[] }) =>
  result.items.map(({ identifier }) => identifier);
const liked = (identifier: string) => ({
  _appliedFilters: [{ attribute: 'identifier', value: { like: identifier }, scope: 'default' }],
});

describe('a catalogue search for content (CMS-1)', () => {
  test('returns pages with all their fields, in order and without hidden ones', async () => {
    const result = await search('cms_page');
    expect(result).toMatchObject({ total: 3, perPage: 150, start: 0 });
    expect(names(result)).toEqual(['about', 'faq', 'recipes']);
    const [about] = result.items;
    expect(about).toEqual({
      id: expect.any(Number),
      identifier: 'about',
      title: 'About us',
      content:
        '<p>We <strong>sell</strong> food.</p>\n<h2 id="section-where-we-are">Where we are</h2>\n<ul>\n<li><a href="/shipping-delivery">Delivery</a></li>\n' +
        '<li><a href="https://www.gov.za/x?a=1" rel="noopener noreferrer">The law</a></li>\n</ul>\n<h2 id="section-where-we-are-2">Where we are</h2>\n<p>Here.</p>\n',
      content_heading: 'Who we are',
      meta_title: 'About Fynbos',
      meta_description: 'A shop in Cape Town',
      meta_keywords: 'fynbos, shop',
      page_layout: 'default',
      creation_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      update_time: '2026-11-02 00:00:00',
      active: true,
      sort_order: 10,
      store_id: 1,
      lang: 'en',
      languages: ['en', 'de'],
      headings: [
        { id: 'section-where-we-are', level: 2, text: 'Where we are' },
        { id: 'section-where-we-are-2', level: 2, text: 'Where we are' },
      ],
    });
    expect(result.items[1]).toMatchObject({
      page_layout: 'minimal',
      content_heading: 'Questions',
      meta_title: 'Questions',
    });
  });

  test('answers blocks', async () => {
    const { items } = await search('cms_block', { filters: { identifier: { in: ['opening', 'other'] } } });
    expect(items).toEqual([
      {
        id: expect.any(Number),
        identifier: 'opening',
        title: 'Opening hours',
        content: '<p>Every day.</p>\n',
        type: 'block',
        creation_time: expect.any(String),
        update_time: expect.any(String),
        active: true,
        store_id: 1,
        lang: 'en',
        languages: ['en', 'de'],
      },
    ]);
  });

  test('finds by identifier and id: `like` matches a part in any case, and wildcards are literal characters (spec D3)', async () => {
    for (const part of ['about', 'abou', 'bout', 'ABOUT'])
      expect(names(await search('cms_page', liked(part))), part).toEqual(['about']);
    expect(names(await search('cms_block', liked('open')))).toEqual(['opening']);
    expect(names(await search('cms_page', liked('')))).toEqual(['about', 'faq', 'recipes']);
    for (const none of ['%', 'a%', '*', 'abo_t', 'secret', ' about'])
      expect(names(await search('cms_page', liked(none))), none).toEqual([]);
    const [{ id }] = (await search('cms_page', liked('faq'))).items;
    expect(names(await search('cms_page', { filters: { id } }))).toEqual(['faq']);
    expect(names(await search('cms_page', { filters: { id: { in: [id, 0] } } }))).toEqual(['faq']);
    const encodedRequest = encodeURIComponent(JSON.stringify(liked('faq')));
    const { body } = await shop.get(`/api/catalog/fynbos/cms_page/_search?request=${encodedRequest}`);
    expect(names(body)).toEqual(['faq']);
  });

  test('returns the requested fields, sorting and range', async () => {
    const result = await search('cms_page', {
      includeFields: ['identifier'],
      sort: 'identifier:desc',
      start: 1,
      size: 1,
      text: 'e',
    });
    expect(result).toMatchObject({ items: [{ identifier: 'faq' }], total: 2, start: 1, perPage: 1 });
    expect((await search('cms_page', {}, '?response_format=compact')).hits).toHaveLength(3);
    for (const [size, perPage] of [
      [0, 150],
      [-1, 150],
      [500, 500],
      [501, 500],
      [4000, 500],
    ])
      expect((await search('cms_block', { size })).perPage).toBe(perPage);
  });

  test('returns a menu by the name of any node, with its subtree and without links to hidden pages', async () => {
    const { items, total } = await search('cms_hierarchy', {
      filters: { identifier: { eq: 'footer-help' } },
    });
    expect(total).toBe(1);
    const node = {
      lang: 'en',
      level: 2,
      parent: 'footer-help',
      store_id: 1,
      children: [],
      id: expect.any(Number),
    };
    expect(items[0]).toMatchObject({ title: 'Help', page: null, url_path: null, parent: null, level: 1 });
    expect(items[0].children).toEqual([
      { ...node, identifier: 'footer-faq', title: 'Questions', page: 'faq', url_path: 'faq', position: 1 },
      {
        ...node,
        identifier: 'footer-about',
        title: 'Our story',
        page: 'about',
        url_path: 'about',
        position: 2,
      },
      {
        ...node,
        identifier: 'footer-orders',
        title: 'Your orders',
        page: null,
        url_path: 'my-account/orders',
        position: 4,
      },
    ]);
    const inItalian = await search(
      'cms_hierarchy',
      { filters: { identifier: { eq: 'footer-help' } } },
      '?lang=it',
    );
    expect(inItalian.items[0]).toMatchObject({
      title: 'Help',
      lang: 'en',
      children: [{ title: 'Domande', lang: 'it' }, {}, {}],
    });
    const inGerman = await search(
      'cms_hierarchy',
      { filters: { identifier: { eq: 'footer-help' } } },
      '?lang=de',
    );
    expect(inGerman.items[0]).toMatchObject({
      title: 'Hilfe',
      lang: 'de',
      children: [{ title: 'Questions', lang: 'en' }, { title: 'Über uns', lang: 'de' }, { lang: 'en' }],
    });
    expect(names(await search('cms_hierarchy', liked('footer-secret')))).toEqual([]);
  });

  test('rejects an unknown index, a raw query and an unknown entity', async () => {
    expect((await search('cms_page', {}, '', 'fynbos_fr')).meta.problem).toBe('unknown_index');
    expect((await search('cms_page', { query: { match_all: {} } })).meta.problem).toBe('raw_query_refused');
    expect((await search('cms_pages')).meta.problem).toBe('unknown_entity');
  });
});

describe('content language negotiation', () => {
  const about = async (query = '', headers: Record<string, string> = {}, index = 'fynbos') => {
    const { body } = await shop.post(
      `/api/catalog/${index}/cms_page/_search${query}`,
      liked('about'),
      headers,
    );
    return body.items[0];
  };

  test.each([
    ['?lang=de', {}, 'de'],
    ['?lang=de-AT', {}, 'de'],
    ['?lang=de', { 'accept-language': 'en' }, 'de'],
    ['', { 'accept-language': 'de-DE,de;q=0.9' }, 'de'],
    ['', { 'accept-language': 'fr, it;q=0.8, de;q=0.7' }, 'en'],
    ['?lang=it', {}, 'en'],
    ['?lang=fr-FR', { 'accept-language': 'de' }, 'en'],
    ['', {}, 'en'],
  ] as [string, Record<string, string>, string][])('%s with %j returns %s', async (query, headers, lang) => {
    expect(await about(query, headers)).toMatchObject({
      lang,
      title: lang === 'de' ? 'Über uns' : 'About us',
      store_id: 1,
    });
  });

  test('uses the language of the store view unless the request names another', async () => {
    expect(await about('', {}, 'fynbos_de')).toMatchObject({
      lang: 'de',
      store_id: 3,
      content_heading: 'Über uns',
      headings: [{ id: 'section-grosse', level: 2, text: 'Größe' }],
    });
    expect(await about('', { 'accept-language': 'en' }, 'fynbos_de')).toMatchObject({ lang: 'de' });
    expect(await about('?lang=en', {}, 'fynbos_de')).toMatchObject({ lang: 'en', store_id: 3 });
    expect(await about('', {}, 'fynbos_it')).toMatchObject({ lang: 'en', store_id: 4 });
    expect((await search('cms_page', liked('faq'), '', 'fynbos_it')).items[0]).toMatchObject({
      lang: 'it',
      content: '<h2 id="section-perche">Perché?</h2><p>Così.</p>\n',
    });
  });

  test('sends Vary: Accept-Language', async () => {
    const { headers } = await shop.get('/api/ext/cms-data/cmsPageIdentifier/about/storeId/1');
    expect(headers.get('vary')).toContain('accept-language');
  });
});

describe('GET /api/ext/cms-data', () => {
  test('returns pages and blocks by id and by identifier', async () => {
    const { items } = await search('cms_page', liked('about'));
    const [block] = (await search('cms_block', liked('opening'))).items;
    for (const path of [
      `cmsPage/${items[0].id}`,
      'cmsPageIdentifier/about/storeId/1',
      'cmsPageIdentifier/about/storeId/0',
    ])
      expect((await shop.get(`/api/ext/cms-data/${path}`)).body).toEqual({ code: 200, result: items[0] });
    for (const path of [`cmsBlock/${block.id}`, 'cmsBlockIdentifier/opening/storeId/1'])
      expect((await shop.get(`/api/ext/cms-data/${path}`)).body).toEqual({ code: 200, result: block });
    const { body } = await shop.get(`/api/ext/cms-data/cmsBlock/${block.id}?lang=de`);
    expect(body.result).toMatchObject({ title: 'Öffnungszeiten', lang: 'de' });
  });

  test('returns the texts of the requested store view', async () => {
    const of = async (storeId: number) =>
      (await shop.get(`/api/ext/cms-data/cmsPageIdentifier/about/storeId/${storeId}`)).body.result;
    expect(await of(3)).toMatchObject({ lang: 'de', store_id: 3 });
    expect(await of(4)).toMatchObject({ lang: 'en', store_id: 4 });
  });

  test.each([
    'cmsPage/999999',
    'cmsBlock/999999',
    'cmsPageIdentifier/nothing/storeId/1',
    'cmsPageIdentifier/secret/storeId/1',
    'cmsPageIdentifier/secret/storeId/3',
    'cmsPageIdentifier/opening/storeId/1',
    'cmsBlockIdentifier/about/storeId/1',
    'cmsPageIdentifier/about/storeId/2',
    'cmsPageIdentifier/a%25/storeId/1',
  ])('returns an empty result for %s', async (path) => {
    const { status, body } = await shop.get(`/api/ext/cms-data/${path}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ result: 'CMS query returned empty result', meta: { problem: 'cms_empty' } });
  });

  test.each(['cmsPage/x', 'cmsPage/-1', 'cmsPage/3000000000', 'cmsPageIdentifier/about/storeId/one'])(
    'rejects %s as invalid',
    async (path) => {
      expect((await shop.get(`/api/ext/cms-data/${path}`)).status).toBe(400);
    },
  );

  test('does not find a block by a page request', async () => {
    const [{ id }] = (await search('cms_block')).items;
    expect((await shop.get(`/api/ext/cms-data/cmsPage/${id}`)).status).toBe(404);
  });
});

describe('/api/url/map', () => {
  const map = async (url: string, more: object = {}, query = '') =>
    (await shop.post(`/api/url/map${query}`, { url, ...more })).body;

  test('returns a page at its path, with the requested fields', async () => {
    const hit = await map('/recipes?x=1');
    expect(hit).toMatchObject({
      _index: 'fynbos_cms_page',
      _type: 'cms_page',
      _score: 0,
      _source: { identifier: 'recipes', title: 'Recipes', content: '<p>Cook.</p>\n' },
    });
    expect(hit._id).toBe(String(hit._source.id));
    expect((await map('recipes', { includeFields: ['identifier'] }))._source).toEqual({
      identifier: 'recipes',
    });
    expect((await shop.post('/api/url', { url: 'recipes' })).body).toEqual(hit);
  });

  test('returns pages in the language of the request', async () => {
    expect(await map('about', {}, '?lang=de')).toMatchObject({ _source: { lang: 'de' } });
    expect(await map('about', {}, '?storeCode=de')).toMatchObject({
      _index: 'fynbos_de_cms_page',
      _source: { lang: 'de', store_id: 3 },
    });
  });

  test('returns a page in another letter case, so that a client can redirect to it', async () => {
    expect(await map('Recipes')).toMatchObject({ _source: { identifier: 'recipes' } });
  });

  test('returns products and categories, and null for hidden or unknown pages and blocks', async () => {
    expect(await map('oats')).toMatchObject({ _type: 'product' });
    expect(await map('pantry')).toMatchObject({ _type: 'category' });
    for (const nothing of ['secret', 'opening', 'recipes/x', 'nothing'])
      expect(await map(nothing), nothing).toBeNull();
  });
});

test('with MULTISTORE off the other store views have no pages', async () => {
  const small = await openSmallShop({
    'content/pages/about.en.md': written({ title: 'About' }, 'Us.'),
    'content/pages/checkout.en.md': written({ title: 'Checkout' }, 'No.'),
  });
  expect((await small.get('/api/ext/cms-data/cmsPageIdentifier/about/storeId/1')).status).toBe(200);
  expect((await small.get('/api/ext/cms-data/cmsPageIdentifier/about/storeId/3')).status).toBe(404);
  expect((await small.post('/api/catalog/fynbos_de/cms_page/_search', {})).body.meta.problem).toBe(
    'unknown_index',
  );
  // A fixed route takes precedence (spec D30), unless it only shows the page.
  expect((await small.post('/api/url/map', { url: 'checkout' })).body).toBeNull();
  expect((await small.post('/api/url/map', { url: 'about' })).body._type).toBe('cms_page');
  await small.close();
});

test('a content search returns 150 entries by default and at most 500', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 510 }, (_, index) => [
      `content/blocks/b-${String(index).padStart(3, '0')}.en.md`,
      written({ title: `Block ${index}` }, 'Text.'),
    ]),
  );
  const small = await openSmallShop(many);
  const searchBlocks = async (body: object) =>
    (await small.post('/api/catalog/fynbos/cms_block/_search', body)).body;
  expect(await searchBlocks({})).toMatchObject({ total: 510, perPage: 150, items: { length: 150 } });
  expect((await searchBlocks({ size: 5000 })).items).toHaveLength(500);
  expect((await searchBlocks({ size: 5000, start: 500 })).items).toHaveLength(10);
  await small.close();
});
