import { importInto } from '@fynbos/api/catalogue/import/import.ts';
import { openSearchClient } from '@fynbos/api/search/opensearch/index/opensearch-client.ts';
import { type OpenSearchOptions, openSearchEngine } from '@fynbos/api/search/opensearch/opensearch-engine.ts';
import { inProcessEngine } from '@fynbos/core/search/in-process/in-process-engine.ts';
import {
  type EngineQuery,
  QueryRefused,
  type SearchDocument,
  type SearchEngine,
} from '@fynbos/core/search/search-engine.ts';
import type { Filter } from '@fynbos/core/search/search-request.ts';
import { readSynonyms } from '@fynbos/core/search/text/synonyms.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFiles } from '../catalogue/catalogue-state.ts';
import { openTcpProxy } from '../network/tcp-proxy.ts';
import { openTestShop } from '../shop/test-shop.ts';
import { isLong } from '../stress-mode.ts';
import { describeSearchEngine, productOf, runSearch, where } from './search-engine-contract.ts';

const synonyms = readSynonyms('maas, amasi\nmielie meal, maize meal');
const pause = () => new Promise(setImmediate);

/** A running engine. */
interface RunningEngine {
  url: string;
  stop(): Promise<void>;
}

/**
 * Contract tests of the adapter for OpenSearch: that of every search engine, several processes, and outages.
 * @param start starts an engine, which may hold other data
 */
export function describeOpenSearch(start: () => Promise<RunningEngine>): void {
  let opensearch: RunningEngine;
  // Unique per run, so that a running engine never shows data of an earlier run.
  const run = `test${Date.now()}`;
  const open = (prefix: string, more: Partial<OpenSearchOptions> = {}) => {
    const wire = openSearchClient(opensearch.url);
    const usual = { prefix: `${run}-${prefix}`, viewCode: '', synonyms, pause, searchMs: 10_000 };
    return openSearchEngine({ wire, ...usual, ...more });
  };
  const cat = (path: string) => openSearchClient(opensearch.url).request<Record<string, object>>('GET', path);
  const indices = async (prefix: string) => Object.keys(await cat(`/${run}-${prefix}-*/_alias`));
  /** Number of products written to the indices. */
  const writes = async (prefix: string) => {
    const { _all } = await cat(`/${run}-${prefix}-*/_stats/indexing`);
    return (_all as { total: { indexing: { index_total: number } } }).total.indexing.index_total;
  };

  beforeAll(async () => {
    opensearch = await start();
  });
  afterAll(async () => {
    await openSearchClient(opensearch.url).request('DELETE', `/${run}-*`);
    await opensearch.stop();
  });

  describeSearchEngine(async () => open('promise'));

  it('finds, counts and sorts like the in-process engine', async () => {
    const [inProcess, remote] = [inProcessEngine({ synonyms }), open('same')];
    await fc.assert(
      fc.asyncProperty(
        shop,
        fc.array(queryArbitrary, { minLength: 4, maxLength: 8 }),
        async (products, queries) => {
          for (const engine of [inProcess, remote]) await engine.replaceAll(products);
          for (const query of queries) await expectSame(query, inProcess, remote);
        },
      ),
      { numRuns: isLong ? 150 : 4 },
    );
  }, 900_000);

  describe('with several processes', () => {
    const pantry = (count: number, name = 'Salt') =>
      Array.from({ length: count }, (_, id) =>
        productOf({ id, name: `${name} ${id}`, values: { price: id } }),
      );

    it('writes nothing when another process has already written the same products', async () => {
      await open('twice').replaceAll(pantry(20));
      const [before, written] = [await indices('twice'), await writes('twice')];
      const second = open('twice');
      await second.replaceAll(pantry(20));
      expect(await indices('twice')).toEqual(before);
      expect(await writes('twice')).toBe(written);
      expect((await runSearch(second, { text: 'salt 7' })).ids[0]).toBe(7);
      expect(await second.isInSync()).toBe(true);
    });

    it('applies a change once, whichever process sends it, and all processes find it', async () => {
      const both = [open('change'), open('change')];
      for (const engine of both) await engine.replaceAll(pantry(5));
      const written = await writes('change');
      for (const engine of both) await engine.update([productOf({ id: 9, name: 'Cumin' })], [2]);
      expect(await writes('change')).toBe(written + 1);
      for (const engine of both) {
        expect((await runSearch(engine, { text: 'cumin' })).ids).toEqual([9]);
        expect(await engine.isInSync()).toBe(true);
      }
    });

    it('is filled once when processes start together', async () => {
      const all = [open('start'), open('start'), open('start')];
      await Promise.all(all.map((engine) => engine.replaceAll(pantry(300))));
      expect(await writes('start')).toBe(300);
      expect(await indices('start')).toHaveLength(1);
      for (const engine of all) expect((await runSearch(engine, {})).total).toBe(300);
    });

    it('detects differing products, and writes only the differences', async () => {
      const [first, second] = [open('differ'), open('differ')];
      await first.replaceAll(pantry(50));
      await second.replaceAll([...pantry(49), productOf({ id: 70, name: 'Cumin' })]);
      expect(await first.isInSync()).toBe(false);
      const written = await writes('differ');
      await first.replaceAll(pantry(50));
      expect(await writes('differ')).toBe(written + 1);
      expect(await first.isInSync()).toBe(true);
    });

    it('takes over from a process that ended while building an index', async () => {
      const index = `${run}-dead-main-v1-000001`;
      await openSearchClient(opensearch.url).request('PUT', `/${index}`, {
        aliases: { [`${index}.building-by-nobody`]: {} },
      });
      const engine = open('dead', { buildTimeoutMs: 200 });
      await engine.replaceAll(pantry(3));
      expect(await indices('dead')).toHaveLength(1);
      expect((await runSearch(engine, {})).total).toBe(3);
    });

    it('rejects writes of a builder that was declared dead and resumes', async () => {
      const { promise: awake, resolve: resume } = Promise.withResolvers<void>();
      const { promise: asleep, resolve: sleep } = Promise.withResolvers<void>();
      const sleeper = open('woke', {
        pause() {
          sleep();
          return awake;
        },
      });
      const late = sleeper.replaceAll(pantry(600, 'Old'));
      await asleep;
      const second = open('woke', { buildTimeoutMs: 200 });
      await second.replaceAll(pantry(3));
      const inUse = await indices('woke');
      resume();
      await expect(late).rejects.toThrow(/rejected/);
      expect(await indices('woke')).toEqual(inUse);
      expect((await runSearch(second, {})).total).toBe(3);
      expect(await second.isInSync()).toBe(true);
    });

    it('separates two shops when one name is a prefix of the other', async () => {
      const [shop, trial] = [open('two'), open('two-main')];
      await shop.replaceAll(pantry(2));
      await trial.replaceAll(pantry(3));
      expect([(await runSearch(shop, {})).total, (await runSearch(trial, {})).total]).toEqual([2, 3]);
    });

    it('fails searches until it knows the shop’s vocabulary, instead of finding too little', async () => {
      await open('words').replaceAll(pantry(3));
      const fresh = open('words');
      await expect(runSearch(fresh, { text: 'salt' })).rejects.toThrow('has not received the products');
      await fresh.replaceAll(pantry(3));
      expect((await runSearch(fresh, { text: 'salt' })).total).toBe(3);
    });

    it('rejects a query that is too large, and runs the next', async () => {
      const engine = open('much');
      await engine.replaceAll([productOf({ id: 1, name: 'Salt', values: { weight: 2 } })]);
      // One more than the engine accepts.
      const values = Array.from({ length: 65_537 }, (_, at) => at);
      const filters = [where('weight', { is: 'in', values })];
      for (let attempt = 0; attempt < 4; attempt++)
        await expect(runSearch(engine, { filters })).rejects.toThrow(QueryRefused);
      expect((await runSearch(engine, { text: 'salt' })).total).toBe(1);
    });

    it('finds the old or the new products during a replacement, and never fails', async () => {
      const engine = open('swap');
      // In another order, so that a new index is built regardless of their number.
      const [old, fresh] = isLong ? [6000, 9000] : [300, 400];
      await engine.replaceAll(pantry(old));
      const before = await indices('swap');
      const seen = new Set<number>();
      let isDone = false;
      const searching = (async () => {
        while (!isDone) seen.add((await runSearch(engine, { size: 1, text: '' })).total);
      })();
      await engine.replaceAll(pantry(fresh, 'Pepper').reverse());
      isDone = true;
      await searching;
      expect([...seen].filter((total) => total !== old && total !== fresh)).toEqual([]);
      expect((await runSearch(engine, { text: 'pepper' })).total).toBe(fresh);
      expect(await indices('swap')).not.toEqual(before);
    });

    it('reports a missing index and creates it again', async () => {
      const engine = open('gone');
      await engine.replaceAll(pantry(3));
      await openSearchClient(opensearch.url).request('DELETE', `/${run}-gone-*`);
      await expect(runSearch(engine, {})).rejects.toThrow('index_not_found');
      await expect(engine.update([productOf({ id: 1, name: 'Cumin' })], [])).rejects.toThrow();
      await expect(engine.isInSync()).rejects.toThrow('index_not_found');
      expect(await indices('gone')).toEqual([]);
      expect(await engine.isInSync()).toBe(false);
      await engine.replaceAll(pantry(3));
      expect((await runSearch(engine, {})).total).toBe(3);
    });
  });

  it('can fail under a running shop, which serves marked stale results and catches up by itself', async () => {
    const proxy = await openTcpProxy(opensearch.url);
    const range = (...lines: string[]) => ({
      'products.csv': ['sku,name,price_incl_tax,qty', ...lines].join('\n'),
    });
    const settings = { SEARCH_URL: proxy.url, SEARCH_INDEX: `${run}-away` };
    const shop = await withFiles(range('HONEY,Honey,80,5'), (folder) =>
      openTestShop(folder, undefined, settings),
    );
    const search = (text: string) => shop.post('/api/catalog/fynbos/product/_search', { text });
    const searchFor = async (text: string) => {
      const { body, headers } = await search(text);
      return [body.meta?.problem ?? body.total, headers.get('warning')?.slice(0, 3)];
    };
    const health = async () => (await shop.get('/api/health')).body.result.search;
    try {
      expect(await searchFor('honey')).toEqual([1, undefined]);
      expect(await health()).toBe('ok');
      await proxy.shut();
      // The catalogue is unchanged, so the result is not stale.
      expect(await searchFor('honey')).toEqual([1, undefined]);
      expect(await searchFor('cumin')).toEqual(['search_unavailable', undefined]);
      expect(await health()).toBe('failing');
      await withFiles(range('CUMIN,Cumin,30,5'), (folder) => importInto(shop.db, folder));
      await expect.poll(() => searchFor('honey')).toEqual([1, '110']);
      const suggested = async () => (await shop.get('/api/search/suggest?text=cum')).body.result.words;
      await expect.poll(suggested).toEqual(['cumin']);
      expect((await shop.get('/api/health')).status).toBe(200);
      await proxy.reopen();
      await expect.poll(health).toBe('ok');
      expect(await searchFor('cumin')).toEqual([1, undefined]);
      expect(await searchFor('honey')).toEqual([1, undefined]);
    } finally {
      await shop.close();
      await proxy.shut().catch(() => {});
    }
  });

  it('can be unavailable when a shop starts', async () => {
    const proxy = await openTcpProxy(opensearch.url);
    await proxy.shut();
    const settings = { SEARCH_URL: proxy.url, SEARCH_INDEX: `${run}-late` };
    const shop = await withFiles(
      { 'products.csv': 'sku,name,price_incl_tax,qty\nHONEY,Honey,80,5\n' },
      (folder) => openTestShop(folder, undefined, settings),
    );
    const search = (body: object) => shop.post('/api/catalog/fynbos/product/_search', body);
    try {
      expect(await search({ text: 'honey' })).toMatchObject({ status: 503, body: { meta: { retry: true } } });
      expect((await search({ filters: { sku: 'HONEY' } })).body.total).toBe(1);
      expect((await shop.get('/api/health')).body.result).toMatchObject({ status: 'ok', search: 'failing' });
      await proxy.reopen();
      await expect.poll(async () => (await search({ text: 'honey' })).body.total).toBe(1);
    } finally {
      await shop.close();
      await proxy.shut();
    }
  });
}

async function expectSame(
  query: Partial<EngineQuery>,
  inProcess: SearchEngine,
  remote: SearchEngine,
): Promise<void> {
  const [expected, actual] = [await runSearch(inProcess, query), await runSearch(remote, query)];
  expect({ query, ...actual, ids: inAnyOrder(actual.ids) }).toEqual({
    query,
    ...expected,
    ids: inAnyOrder(expected.ids),
  });
  // Products of nearly equal score may swap places when only the ranking decides.
  if (!query.text || query.sort!.length > 0)
    expect({ query, ids: actual.ids }).toEqual({ query, ids: expected.ids });
}

const inAnyOrder = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

const searchTerms = [
  'milk',
  'Oats',
  'maas',
  'choc',
  'chocolate',
  'bread',
  '2L',
  '6x330ml',
  '500 g',
  '&',
  'with',
  'é',
];
// No word twice: the in-process engine stores only the first position of a word in a name.
const name = fc.uniqueArray(fc.constantFrom(...searchTerms), { maxLength: 5 }).map((all) => all.join(' '));
const value = fc.constantFrom('red', 'Blue', '50%', 'a*', '.', '', 3, 3.5, -1, '40', '40.0', true, 'É');
const values = fc.oneof(value, fc.uniqueArray(value, { minLength: 1, maxLength: 3 }));

const product: fc.Arbitrary<SearchDocument> = fc.record({
  id: fc.integer({ min: 0, max: 40 }),
  text: fc.record({
    name,
    brand: fc.constantFrom('Clover', 'maas milk', ''),
    type: fc.constantFrom('dairy', 'snacks', 'mielie meal'),
    description: name,
    sku: fc.constant(''),
    product_code: fc.constant(''),
  }),
  skus: fc.array(fc.constantFrom('milk', 'S-1', 'S-2'), { maxLength: 2 }),
  values: fc.record({ colour: values, colour_options: values, 'a.b': values }, { requiredKeys: [] }),
  inStock: fc.boolean(),
});
const shop = fc.uniqueArray(product, { selector: ({ id }) => id, maxLength: 25 });

const field = fc.constantFrom('colour', 'a.b', 'nothing', 'colour_options', '*');
const filter: fc.Arbitrary<Filter> = fc
  .tuple(
    field,
    fc.oneof(
      fc.record({ is: fc.constantFrom('in', 'notIn'), values: fc.array(value, { maxLength: 3 }) }),
      fc.record({ is: fc.constantFrom('present', 'absent') }),
      fc.record({ is: fc.constant('like'), text: fc.constantFrom('e', 'RE', '*', '.', '4', '%', 'é') }),
      fc.record({ is: fc.constant('range'), gte: fc.constantFrom(-1, 3), lt: fc.constantFrom(3.5, 40) }),
    ),
    fc.constantFrom('default' as const, 'catalog' as const),
    fc.boolean(),
  )
  .map(([of, condition, scope, any]) => where(of, condition as Filter['condition'], { scope, any }));

const queryArbitrary: fc.Arbitrary<Partial<EngineQuery>> = fc.record({
  text: fc
    .array(
      fc.constantFrom(
        ...searchTerms,
        'oat',
        'mikl',
        'amasi',
        'choclate',
        'br',
        'b',
        'S-1',
        'oatmilk',
        '330ml',
      ),
      {
        maxLength: 3,
      },
    )
    .map((all) => all.join(' ')),
  filters: fc.array(filter, { maxLength: 3 }),
  sort: fc.array(fc.record({ field, direction: fc.constantFrom('asc' as const, 'desc' as const) }), {
    maxLength: 2,
  }),
  facets: fc.uniqueArray(field),
  ranges: fc.constant([
    {
      field: 'colour',
      ranges: [
        { from: -5, to: 3 },
        { from: 3, to: null },
        { from: null, to: 3.5 },
      ],
    },
  ]),
});
