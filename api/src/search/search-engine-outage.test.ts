import { inProcessEngine } from '@fynbos/core/search/in-process/in-process-engine.ts';
import { EngineAway, type SearchEngine } from '@fynbos/core/search/search-engine.ts';
import { readSearch } from '@fynbos/core/search/search-request.ts';
import { readSynonyms } from '@fynbos/core/search/text/synonyms.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { freePort } from '@fynbos/test-kit/network/free-port.ts';
import { openTestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { expect, test } from 'vitest';
import { importInto } from '../catalogue/import/import.ts';
import { openCatalogue } from '../catalogue/live-catalogue.ts';
import { openSearch } from './search-service.ts';

const range = (...lines: string[]) => ({
  'products.csv': ['sku,name,price_incl_tax,qty', ...lines].join('\n'),
});

test('a shop without a reachable search engine starts and serves requests that need no search', async () => {
  const SEARCH_URL = `http://127.0.0.1:${await freePort()}`;
  const shop = await withFiles(range('HONEY,Honey,80,5'), (folder) =>
    openTestShop(folder, undefined, { SEARCH_URL }),
  );
  const search = (body: object) => shop.post('/api/catalog/fynbos/product/_search', body);
  expect(await search({ text: 'honey' })).toMatchObject({
    status: 503,
    body: { meta: { problem: 'search_unavailable', retry: true } },
  });
  expect((await search({ filters: { sku: 'HONEY' } })).body.items[0].name).toBe('Honey');
  expect((await shop.get('/api/search/suggest?text=hon')).body.result).toMatchObject({
    products: [],
    total: 0,
  });
  expect((await shop.get('/api/health')).body.result).toMatchObject({ status: 'ok', search: 'failing' });
  expect(shop.log.filter((line) => line.includes('The search engine is away'))).toHaveLength(1);
  await shop.close();
});

test('a cached search result is served while the engine is away, and marked stale after the catalogue changed', async () => {
  const { db, drop } = await freshDatabase();
  await withFiles(range('HONEY,Honey,80,5'), (folder) => importInto(db, folder));
  const catalogue = await openCatalogue({ db, now: () => new Date() });
  const engine = engineElsewhere();
  const search = await openSearch(catalogue, engine, { listOutOfStock: true });
  const runSearch = async (text: string) => {
    const { plain, isOld = false } = await search.search('product', readSearch({}, { text }));
    return { total: JSON.parse(plain.toString()).total, isOld };
  };
  expect(await runSearch('honey')).toEqual({ total: 1, isOld: false });
  engine.isAway = true;
  expect(await runSearch('honey')).toEqual({ total: 1, isOld: false });
  await withFiles(range('BUSH,Bush Honey,90,5'), (folder) => importInto(db, folder));
  await catalogue.reload();
  expect(await runSearch('honey')).toEqual({ total: 1, isOld: true });
  await expect(runSearch('bush')).rejects.toMatchObject({ code: 'search_unavailable' });
  expect(search.isFailing).toBe(true);
  engine.isAway = false;
  await expect.poll(() => runSearch('honey')).toEqual({ total: 2, isOld: false });
  expect(search.isFailing).toBe(false);
  search.stop();
  await drop();
});

test('a search result from before a change of the catalogue is not cached after it', async () => {
  const { db, drop } = await freshDatabase();
  await withFiles(range('HONEY,Honey,80,5'), (folder) => importInto(db, folder));
  const catalogue = await openCatalogue({ db, now: () => new Date() });
  const inside = inProcessEngine({ synonyms: readSynonyms('') });
  const { promise: change, resolve: changed } = Promise.withResolvers<void>();
  const slowEngine: SearchEngine = {
    ...inside,
    async search(query) {
      const result = await inside.search(query);
      await change;
      return result;
    },
  };
  const search = await openSearch(catalogue, slowEngine, { listOutOfStock: true });
  const runSearch = async () => {
    const { plain } = await search.search('product', readSearch({}, { text: 'honey' }));
    return JSON.parse(plain.toString()).total;
  };
  const early = runSearch();
  await withFiles(range('BUSH,Bush Honey,90,5'), (folder) => importInto(db, folder));
  await catalogue.reload();
  changed();
  expect(await early).toBe(1);
  expect(await runSearch()).toBe(2);
  search.stop();
  await drop();
});

/** A remote engine that can become unavailable and detects missed updates afterwards. */
function engineElsewhere(): SearchEngine & { isAway: boolean } {
  const inside = inProcessEngine({ synonyms: readSynonyms('') });
  let missed = false;
  async function orAway<Result>(act: () => Promise<Result>): Promise<Result> {
    missed ||= engine.isAway;
    if (engine.isAway) throw new EngineAway('it is away');
    return act();
  }
  const engine = {
    isAway: false,
    replaceAll: (documents: Parameters<SearchEngine['replaceAll']>[0]) =>
      orAway(async () => {
        await inside.replaceAll(documents);
        missed = false;
      }),
    update: (...change: Parameters<SearchEngine['update']>) => orAway(() => inside.update(...change)),
    search: (query: Parameters<SearchEngine['search']>[0]) => orAway(() => inside.search(query)),
    suggest: inside.suggest,
    isInSync: () => orAway(async () => !missed),
  };
  return engine;
}
