import { EngineAway } from '@fynbos/core/search/search-engine.ts';
import { readSynonyms } from '@fynbos/core/search/text/synonyms.ts';
import { describeOpenSearch } from '@fynbos/test-kit/search/opensearch-contract.ts';
import { startOpenSearchStub } from '@fynbos/test-kit/search/opensearch-stub/opensearch-stub.ts';
import { productOf, runSearch } from '@fynbos/test-kit/search/search-engine-contract.ts';
import { describe, expect, test } from 'vitest';
import { openSearchClient } from './index/opensearch-client.ts';
import { openSearchEngine } from './opensearch-engine.ts';

describe('OpenSearch, as an in-process stub that speaks its API', () =>
  describeOpenSearch(startOpenSearchStub));

/** An engine with one product, on a stub that can fail. */
async function openOnStub() {
  const stub = await startOpenSearchStub();
  const wire = openSearchClient(stub.url);
  const pause = () => new Promise(setImmediate);
  const engine = openSearchEngine({ wire, prefix: 'shop', viewCode: '', synonyms: readSynonyms(''), pause });
  await engine.replaceAll([productOf({ id: 1, name: 'Salt' })]);
  return { engine, failNext: stub.failNext, wire, [Symbol.asyncDispose]: stub.stop };
}

describe('failures of OpenSearch', () => {
  const busy = { status: 429, type: 'rejected_execution_exception' };

  test('products that it is too busy for are sent again', async () => {
    await using open = await openOnStub();
    open.failNext('_bulk', { ...busy, isItem: true });
    await open.engine.replaceAll([1, 2, 3].map((id) => productOf({ id, name: `Salt ${id}` })));
    expect((await runSearch(open.engine, { text: 'salt' })).total).toBe(3);
  });

  test('a rejected product ends the change with its reason, and searches find the former products', async () => {
    await using open = await openOnStub();
    open.failNext('_bulk', { status: 400, type: 'mapper_parsing_exception', isItem: true });
    const pepper = [productOf({ id: 2, name: 'Pepper' })];
    await expect(open.engine.replaceAll(pepper)).rejects.toThrow('mapper_parsing_exception');
    expect((await runSearch(open.engine, {})).ids).toEqual([1]);
    expect(await open.engine.isInSync()).toBe(false);
    await open.engine.replaceAll(pepper);
    expect((await runSearch(open.engine, {})).ids).toEqual([2]);
  });

  test('a search that it is too busy for fails as unavailable, and the next one succeeds', async () => {
    await using open = await openOnStub();
    open.failNext('_search', busy);
    await expect(runSearch(open.engine, {})).rejects.toThrow(EngineAway);
    expect((await runSearch(open.engine, {})).ids).toEqual([1]);
  });

  test('the stub rejects what it does not know', async () => {
    await using open = await openOnStub();
    const search = (body: object) => open.wire.request('POST', '/shop-main-v1/_search', body);
    await expect(search({ query: { fuzzy: {} } })).rejects.toThrow(
      'parsing_exception, unknown query [fuzzy]',
    );
    await expect(search({ highlight: {} })).rejects.toThrow('does not support [highlight]');
    await expect(search({ sort: ['colour'] })).rejects.toThrow('No mapping found for [colour]');
    await expect(open.wire.request('GET', '/shop-main-v1/_doc')).rejects.toThrow('no handler found');
  });
});
