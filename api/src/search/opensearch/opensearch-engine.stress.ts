import { describeOpenSearch } from '@fynbos/test-kit/search/opensearch-contract.ts';
import { noOpenSearch, startOpenSearch } from '@fynbos/test-kit/search/opensearch-server.ts';
import { describe } from 'vitest';

describe('OpenSearch', { skip: noOpenSearch !== undefined, meta: { reason: noOpenSearch } }, () =>
  describeOpenSearch(startOpenSearch),
);
