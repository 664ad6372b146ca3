import { keepsThePromise } from '@fynbos/core/search/engine-promise.ts';
import { readSynonyms } from '@fynbos/core/search/synonyms.ts';
import { afterAll, beforeAll, describe } from 'vitest';
import { noOpenSearch, type OpenSearch, startOpenSearch } from '../../testing/opensearch.ts';
import { openSearchKeeper } from './keeper.ts';
import { openWire } from './wire.ts';

const synonyms = readSynonyms('maas, amasi\nmielie meal, maize meal');
const pause = () => new Promise(setImmediate);

describe('OpenSearch', { skip: noOpenSearch !== undefined, meta: { reason: noOpenSearch } }, () => {
  let engine: OpenSearch;
  beforeAll(async () => {
    engine = await startOpenSearch();
  });
  afterAll(() => engine?.stop());

  keepsThePromise(async () =>
    openSearchKeeper({
      wire: openWire(engine.url),
      prefix: 'promise',
      viewCode: '',
      synonyms,
      pause,
      searchMs: 5000,
    }),
  );
});
