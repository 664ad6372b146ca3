import { inProcessEngine } from '@fynbos/core/search/in-process/in-process-engine.ts';
import { EngineAway, QueryRefused, type SearchEngine } from '@fynbos/core/search/search-engine.ts';
import { readSynonyms } from '@fynbos/core/search/text/synonyms.ts';
import { productOf, runSearch } from '@fynbos/test-kit/search/search-engine-contract.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { createEngineSync } from './engine-sync.ts';

/**
 * A small catalogue, a remote engine that can be unavailable or out of sync, and the synchronisation
 * between them.
 */
function open(timings = { checkIntervalMs: 5, differencesBeforeReload: 3 }) {
  const shop = new Map([[1, 'Salt']]);
  const inside = inProcessEngine({ synonyms: readSynonyms('') });
  const state = {
    isAway: false,
    /** It answers everything but searches. */
    isSearchAway: false,
    isInStep: true,
    replaceCount: 0,
    reloadCount: 0,
    why: 'it is away',
    warnings: [] as string[],
    late: 0,
  };
  const orAway = <Result>(act: () => Promise<Result>) =>
    state.isAway ? Promise.reject(new EngineAway(state.why)) : act();
  const engine: SearchEngine = {
    replaceAll: (documents) => {
      state.replaceCount++;
      return orAway(async () => {
        await inside.replaceAll(documents);
        state.isInStep = true;
      });
    },
    update: (changed, removed) => {
      if (state.isAway) state.isInStep = false;
      return orAway(() => inside.update(changed, removed));
    },
    search: (query) =>
      query.text === 'too much'
        ? Promise.reject(new QueryRefused('too many clauses'))
        : state.isSearchAway
          ? Promise.reject(new EngineAway(state.why))
          : orAway(() => inside.search(query)),
    suggest: inside.suggest,
    isInSync: () => orAway(async () => state.isInStep),
  };
  const everyDocument = () => [...shop].map(([id, name]) => productOf({ id, name }));
  const sync = createEngineSync({
    engine,
    everyDocument,
    async reloadCatalogue() {
      state.reloadCount++;
      await sync.follow('everything');
    },
    written: (late) => {
      if (late) state.late++;
    },
    warn: (finding) => state.warnings.push(finding),
    times: timings,
  });
  stop = sync.stop;
  const change = async (id: number, name: string) => {
    shop.set(id, name);
    await sync.follow({ changed: () => [productOf({ id, name })], removed: [] });
  };
  const find = async (text: string) => (await runSearch({ ...engine, search: sync.search }, { text })).ids;
  return { state, sync, change, find };
}

let stop = () => {};
afterEach(() => stop());

describe('synchronisation with a remote search engine', () => {
  test('applies a change before the next search', async () => {
    const { sync, change, find } = open();
    await sync.begin('everything');
    await change(2, 'Pepper');
    expect(await find('pepper')).toEqual([2]);
    expect(sync.isFailing).toBe(false);
  });

  test('fills an engine that was unavailable at start once it is reachable', async () => {
    const { state, sync, find } = open();
    state.isAway = true;
    state.isInStep = false;
    await sync.begin('everything');
    expect(sync.isFailing).toBe(true);
    await expect(find('salt')).rejects.toThrow(EngineAway);
    state.isAway = false;
    await expect.poll(() => sync.isFailing).toBe(false);
    expect(await find('salt')).toEqual([1]);
  });

  test('applies missed changes when the engine returns, and reports them as late', async () => {
    const { state, sync, change, find } = open();
    await sync.begin('everything');
    state.isAway = true;
    await change(2, 'Pepper');
    await change(3, 'Cumin');
    expect(sync.isFailing).toBe(true);
    state.isAway = false;
    await expect.poll(() => sync.isFailing).toBe(false);
    expect(await find('cumin')).toEqual([3]);
    expect(state.late).toBe(1);
    expect(state.warnings).toEqual([expect.stringContaining('is away'), expect.stringContaining('is back')]);
  });

  test('logs each new reason why changes wait', async () => {
    const { state, sync, change } = open();
    await sync.begin('everything');
    state.isAway = true;
    await change(2, 'Pepper');
    state.why = 'its disk is full';
    await expect.poll(() => state.warnings.length).toBe(2);
    expect(state.warnings[1]).toContain('its disk is full');
    state.isAway = false;
    await expect.poll(() => sync.isFailing).toBe(false);
  });

  test('does not count a single rejected query as an outage', async () => {
    const { sync, find } = open();
    await sync.begin('everything');
    await expect(find('too much')).rejects.toThrow(EngineAway);
    expect(sync.isFailing).toBe(false);
    expect(await find('salt')).toEqual([1]);
  });

  test('does not send all documents after an outage without changes', async () => {
    const { state, sync, find } = open();
    await sync.begin('everything');
    state.isAway = true;
    await expect(find('salt')).rejects.toThrow(EngineAway);
    expect(sync.isFailing).toBe(true);
    state.isAway = false;
    await expect.poll(() => sync.isFailing).toBe(false);
    expect(state.replaceCount).toBe(1);
  });

  test('reloads the catalogue and sends all documents to an engine that stays out of sync', async () => {
    const { state, sync } = open();
    await sync.begin('everything');
    state.isInStep = false;
    await expect.poll(() => state.reloadCount).toBe(1);
    await expect.poll(() => state.isInStep).toBe(true);
  });

  test('backs off when an engine stays out of sync', async () => {
    const { state, sync } = open({ checkIntervalMs: 1, differencesBeforeReload: 1 });
    await sync.begin('everything');
    let checks = 0;
    Object.defineProperty(state, 'isInStep', { get: () => void checks++, set: () => {} });
    await expect.poll(() => checks).toBeGreaterThan(150);
    expect(state.reloadCount).toBeLessThan(10);
  });

  test('passes on programming errors', async () => {
    const { sync } = open();
    const broken = () => {
      throw new TypeError('a fault');
    };
    await expect(sync.follow({ changed: broken, removed: [] })).rejects.toThrow('a fault');
  });

  test('a failed search is logged once, whether the engine is away, silent or refuses the query', async () => {
    const { state, sync, find } = open({ checkIntervalMs: 60_000, differencesBeforeReload: 3 });
    await sync.begin('everything');
    for (let time = 0; time < 3; time++) await expect(find('too much')).rejects.toThrow(QueryRefused);
    expect(state.warnings).toEqual(['The search engine did not answer a search: too many clauses']);

    await find('salt');
    state.warnings.length = 0;
    state.isSearchAway = true;
    for (let time = 0; time < 3; time++) await expect(find('salt')).rejects.toThrow('it is away');
    await expect
      .poll(() => state.warnings)
      .toEqual(['The search engine did not answer a search: it is away']);

    state.isSearchAway = false;
    await find('salt');
    state.warnings.length = 0;
    state.isAway = true;
    for (let time = 0; time < 3; time++) await expect(find('salt')).rejects.toThrow('it is away');
    await expect
      .poll(() => state.warnings)
      .toEqual(['The search engine is away; changes are pending: it is away']);
  });
});
