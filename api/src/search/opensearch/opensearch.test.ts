import {
  type Question,
  QuestionRefused,
  type SearchDocument,
  type SearchEngine,
} from '@fynbos/core/search/engine.ts';
import { ask, keepsThePromise, productOf, where } from '@fynbos/core/search/engine-promise.ts';
import { inProcessEngine } from '@fynbos/core/search/in-process.ts';
import type { Filter } from '@fynbos/core/search/request.ts';
import { readSynonyms } from '@fynbos/core/search/synonyms.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importInto } from '../../catalogue/import/import.ts';
import { withFiles } from '../../catalogue/import/testing/shop-state.ts';
import { openGate } from '../../testing/gate.ts';
import { isLong } from '../../testing/long.ts';
import { noOpenSearch, type OpenSearch, startOpenSearch } from '../../testing/opensearch.ts';
import { openTestShop } from '../../testing/shop.ts';
import { type KeeperOptions, openSearchKeeper } from './keeper.ts';
import { openWire } from './wire.ts';

const synonyms = readSynonyms('maas, amasi\nmielie meal, maize meal');
const pause = () => new Promise(setImmediate);

describe('OpenSearch', { skip: noOpenSearch !== undefined, meta: { reason: noOpenSearch } }, () => {
  let opensearch: OpenSearch;
  // Of its own in each run, so that an engine that goes on running never shows what an earlier one left.
  const run = `test${Date.now()}`;
  const open = (prefix: string, more: Partial<KeeperOptions> = {}) => {
    const wire = openWire(opensearch.url);
    const usual = { prefix: `${run}-${prefix}`, viewCode: '', synonyms, pause, searchMs: 10_000 };
    return openSearchKeeper({ wire, ...usual, ...more });
  };
  const cat = (path: string) => openWire(opensearch.url).ask<Record<string, object>>('GET', path);
  const indices = async (prefix: string) => Object.keys(await cat(`/${run}-${prefix}-*/_alias`));
  /** How many products were written into the indices. */
  const writes = async (prefix: string) => {
    const { _all } = await cat(`/${run}-${prefix}-*/_stats/indexing`);
    return (_all as { total: { indexing: { index_total: number } } }).total.indexing.index_total;
  };

  beforeAll(async () => {
    opensearch = await startOpenSearch();
  });
  afterAll(async () => {
    await openWire(opensearch.url).ask('DELETE', `/${run}-*`);
    await opensearch.stop();
  });

  keepsThePromise(async () => open('promise'));

  it('finds, counts and orders as the engine in this process does', async () => {
    const [here, there] = [inProcessEngine({ synonyms }), open('same')];
    await fc.assert(
      fc.asyncProperty(shop, fc.array(question, { minLength: 4, maxLength: 8 }), async (products, asked) => {
        for (const engine of [here, there]) await engine.replaceAll(products);
        for (const one of asked) await expectSame(one, here, there);
      }),
      { numRuns: isLong ? 150 : 4 },
    );
  }, 900_000);

  describe('with several processes', () => {
    const pantry = (count: number, name = 'Salt') =>
      Array.from({ length: count }, (_, id) =>
        productOf({ id, name: `${name} ${id}`, values: { price: id } }),
      );

    it('is written by the first; another with the same products writes nothing', async () => {
      await open('twice').replaceAll(pantry(20));
      const [before, written] = [await indices('twice'), await writes('twice')];
      const second = open('twice');
      await second.replaceAll(pantry(20));
      expect(await indices('twice')).toEqual(before);
      expect(await writes('twice')).toBe(written);
      expect((await ask(second, { text: 'salt 7' })).ids[0]).toBe(7);
      expect(await second.isInStep()).toBe(true);
    });

    it('takes a change once, whoever brings it, and everybody finds it', async () => {
      const both = [open('change'), open('change')];
      for (const one of both) await one.replaceAll(pantry(5));
      const written = await writes('change');
      for (const one of both) await one.update([productOf({ id: 9, name: 'Cumin' })], [2]);
      expect(await writes('change')).toBe(written + 1);
      for (const one of both) {
        expect((await ask(one, { text: 'cumin' })).ids).toEqual([9]);
        expect(await one.isInStep()).toBe(true);
      }
    });

    it('is filled once when they start together', async () => {
      const all = [open('start'), open('start'), open('start')];
      await Promise.all(all.map((one) => one.replaceAll(pantry(300))));
      expect(await writes('start')).toBe(300);
      expect(await indices('start')).toHaveLength(1);
      for (const one of all) expect((await ask(one, {})).total).toBe(300);
    });

    it('notices that another holds something else, and is told what differs', async () => {
      const [first, second] = [open('differ'), open('differ')];
      await first.replaceAll(pantry(50));
      await second.replaceAll([...pantry(49), productOf({ id: 70, name: 'Cumin' })]);
      expect(await first.isInStep()).toBe(false);
      const written = await writes('differ');
      await first.replaceAll(pantry(50));
      expect(await writes('differ')).toBe(written + 1);
      expect(await first.isInStep()).toBe(true);
    });

    it('takes over from one that ended while it built an index', async () => {
      const index = `${run}-dead-main-v1-000001`;
      await openWire(opensearch.url).ask('PUT', `/${index}`, {
        aliases: { [`${index}.building-by-nobody`]: {} },
      });
      const engine = open('dead', { patienceMs: 200 });
      await engine.replaceAll(pantry(3));
      expect(await indices('dead')).toHaveLength(1);
      expect((await ask(engine, {})).total).toBe(3);
    });

    it('keeps what one writes out of the way who was given up and wakes again', async () => {
      const { promise: awake, resolve: wake } = Promise.withResolvers<void>();
      const { promise: asleep, resolve: sleep } = Promise.withResolvers<void>();
      const sleeper = open('woke', {
        pause() {
          sleep();
          return awake;
        },
      });
      const late = sleeper.replaceAll(pantry(600, 'Old'));
      await asleep;
      const other = open('woke', { patienceMs: 200 });
      await other.replaceAll(pantry(3));
      const inUse = await indices('woke');
      wake();
      await expect(late).rejects.toThrow(/refused/);
      expect(await indices('woke')).toEqual(inUse);
      expect((await ask(other, {})).total).toBe(3);
      expect(await other.isInStep()).toBe(true);
    });

    it('keeps two shops apart of which one’s name begins with the other’s', async () => {
      const [shop, trial] = [open('two'), open('two-main')];
      await shop.replaceAll(pantry(2));
      await trial.replaceAll(pantry(3));
      expect([(await ask(shop, {})).total, (await ask(trial, {})).total]).toEqual([2, 3]);
    });

    it('finds nothing at all rather than too little, until it knows the words of the shop', async () => {
      await open('words').replaceAll(pantry(3));
      const fresh = open('words');
      await expect(ask(fresh, { text: 'salt' })).rejects.toThrow('has not been told of the shop');
      await fresh.replaceAll(pantry(3));
      expect((await ask(fresh, { text: 'salt' })).total).toBe(3);
    });

    it('refuses a question that is too much for it, and answers the next', async () => {
      const engine = open('much');
      await engine.replaceAll([productOf({ id: 1, name: 'Salt', values: { weight: 2 } })]);
      // One more than it takes.
      const values = Array.from({ length: 65_537 }, (_, at) => at);
      const filters = [where('weight', { is: 'in', values })];
      for (let tries = 0; tries < 4; tries++)
        await expect(ask(engine, { filters })).rejects.toThrow(QuestionRefused);
      expect((await ask(engine, { text: 'salt' })).total).toBe(1);
    });

    it('shows the old products or the new ones while all are replaced, and never fails', async () => {
      const engine = open('swap');
      // In another order, so that a new index is built however few they are.
      const [old, fresh] = isLong ? [6000, 9000] : [300, 400];
      await engine.replaceAll(pantry(old));
      const before = await indices('swap');
      const seen = new Set<number>();
      let isDone = false;
      const searching = (async () => {
        while (!isDone) seen.add((await ask(engine, { size: 1, text: '' })).total);
      })();
      await engine.replaceAll(pantry(fresh, 'Pepper').reverse());
      isDone = true;
      await searching;
      expect([...seen].filter((total) => total !== old && total !== fresh)).toEqual([]);
      expect((await ask(engine, { text: 'pepper' })).total).toBe(fresh);
      expect(await indices('swap')).not.toEqual(before);
    });

    it('tells that the index is gone, and makes it anew', async () => {
      const engine = open('gone');
      await engine.replaceAll(pantry(3));
      await openWire(opensearch.url).ask('DELETE', `/${run}-gone-*`);
      await expect(ask(engine, {})).rejects.toThrow('index_not_found');
      await expect(engine.update([productOf({ id: 1, name: 'Cumin' })], [])).rejects.toThrow();
      await expect(engine.isInStep()).rejects.toThrow('index_not_found');
      expect(await indices('gone')).toEqual([]);
      expect(await engine.isInStep()).toBe(false);
      await engine.replaceAll(pantry(3));
      expect((await ask(engine, {})).total).toBe(3);
    });
  });

  it('may go away under a shop, which gives old answers, says so, and catches up by itself', async () => {
    const gate = await openGate(opensearch.url);
    const range = (...lines: string[]) => ({
      'products.csv': ['sku,name,price_incl_tax,qty', ...lines].join('\n'),
    });
    const settings = { SEARCH_URL: gate.url, SEARCH_INDEX: `${run}-away` };
    const shop = await withFiles(range('HONEY,Honey,80,5'), (folder) =>
      openTestShop(folder, undefined, settings),
    );
    const search = (text: string) => shop.post('/api/catalog/fynbos/product/_search', { text });
    const found = async (text: string) => {
      const { body, headers } = await search(text);
      return [body.meta?.problem ?? body.total, headers.get('warning')?.slice(0, 3)];
    };
    const health = async () => (await shop.get('/api/health')).body.result.search;
    try {
      expect(await found('honey')).toEqual([1, undefined]);
      expect(await health()).toBe('ok');
      await gate.shut();
      // The same catalogue, so the answer is not old.
      expect(await found('honey')).toEqual([1, undefined]);
      expect(await found('cumin')).toEqual(['search_unavailable', undefined]);
      expect(await health()).toBe('failing');
      await withFiles(range('CUMIN,Cumin,30,5'), (folder) => importInto(shop.db, folder));
      await expect.poll(() => found('honey')).toEqual([1, '110']);
      const suggested = async () => (await shop.get('/api/search/suggest?text=cum')).body.result.words;
      await expect.poll(suggested).toEqual(['cumin']);
      expect((await shop.get('/api/health')).status).toBe(200);
      await gate.reopen();
      await expect.poll(health).toBe('ok');
      expect(await found('cumin')).toEqual([1, undefined]);
      expect(await found('honey')).toEqual([1, undefined]);
    } finally {
      await shop.close();
      await gate.shut().catch(() => {});
    }
  });

  it('need not be there when a shop starts', async () => {
    const gate = await openGate(opensearch.url);
    await gate.shut();
    const settings = { SEARCH_URL: gate.url, SEARCH_INDEX: `${run}-late` };
    const shop = await withFiles(
      { 'products.csv': 'sku,name,price_incl_tax,qty\nHONEY,Honey,80,5\n' },
      (folder) => openTestShop(folder, undefined, settings),
    );
    const search = (body: object) => shop.post('/api/catalog/fynbos/product/_search', body);
    try {
      expect(await search({ text: 'honey' })).toMatchObject({ status: 503, body: { meta: { retry: true } } });
      expect((await search({ filters: { sku: 'HONEY' } })).body.total).toBe(1);
      expect((await shop.get('/api/health')).body.result).toMatchObject({ status: 'ok', search: 'failing' });
      await gate.reopen();
      await expect.poll(async () => (await search({ text: 'honey' })).body.total).toBe(1);
    } finally {
      await shop.close();
      await gate.shut();
    }
  });
});

async function expectSame(asked: Partial<Question>, here: SearchEngine, there: SearchEngine): Promise<void> {
  const [one, other] = [await ask(here, asked), await ask(there, asked)];
  expect({ asked, ...other, ids: inAnyOrder(other.ids) }).toEqual({
    asked,
    ...one,
    ids: inAnyOrder(one.ids),
  });
  // Where nothing but the ranking decides, products of nearly the same worth may change places.
  if (!asked.text || asked.sort!.length > 0)
    expect({ asked, ids: other.ids }).toEqual({ asked, ids: one.ids });
}

const inAnyOrder = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

const words = [
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
// No word twice: the engine in this process knows the first place of a word in a name alone.
const name = fc.uniqueArray(fc.constantFrom(...words), { maxLength: 5 }).map((all) => all.join(' '));
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

const question: fc.Arbitrary<Partial<Question>> = fc.record({
  text: fc
    .array(
      fc.constantFrom(...words, 'oat', 'mikl', 'amasi', 'choclate', 'br', 'b', 'S-1', 'oatmilk', '330ml'),
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
