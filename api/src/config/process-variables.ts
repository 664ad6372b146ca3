import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { address, indexName, key, oneOfValues, optional, wholeNumber } from './config-values.ts';
import { renamed, variable } from './config-variable.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** The role of a process, its address, and the servers it connects to. */
export const processVariables = {
  role: variable(
    'ROLE',
    'shop',
    'What this process runs. `shop` is everything, `api` the API only, `storefront` the pages only, using the API at `API_URL`.',
    oneOfValues('shop', 'api', 'storefront'),
  ),
  port: variable('PORT', '3000', 'Port of storefront and API. 0 picks a free port.', wholeNumber(0, 65_535)),
  host: variable(
    'HOST',
    'localhost',
    'Address to listen on. `0.0.0.0` accepts connections from other machines.',
    (text) => text,
  ),
  dataFolder: variable(
    'FYNBOS_DATA',
    '.data',
    'The data folder, relative to the project: embedded database, its log, resized images.',
    (text) => resolve(project, text),
  ),
  demo: variable(
    'DEMO',
    'auto',
    'Loads the demo shop if the database contains no product: `on`, `off`, or `auto`, which means on unless `PUBLIC_URL` names another machine. Never with `PAYMENTS=live`.',
    oneOfValues('auto', 'on', 'off'),
  ),
  imageCacheGb: renamed(
    'IMAGE_ROOM_GB',
    variable(
      'IMAGE_CACHE_GB',
      '10',
      'Disk space for resized images, in gigabytes. The least recently used are deleted first and created again on request. `IMAGE_ROOM_GB` is the old name and works for one more version.',
      wholeNumber(1, 100_000),
    ),
  ),
  databaseUrl: variable(
    'DATABASE_URL',
    '',
    'A PostgreSQL server, 15 or newer, instead of the embedded one: `postgres://user:password@host/database`.',
    optional(address('postgres:', 'postgresql:')),
  ),
  redisUrl: variable(
    'REDIS_URL',
    '',
    'A Redis or Valkey server shared by several processes: `redis://user:password@host:6379`.',
    optional(address('redis:', 'rediss:')),
  ),
  pageCacheKey: variable(
    'PAGE_CACHE_KEY',
    '',
    'Secret of all storefronts, at least 16 characters, which seals the pages that they share in Redis. Unset, each renders its own pages.',
    optional(key),
  ),
  searchUrl: variable(
    'SEARCH_URL',
    '',
    'An OpenSearch server, 2.19 or newer, instead of the in-process index: `https://user:password@host:9200`.',
    optional(address('http:', 'https:')),
  ),
  searchIndex: variable(
    'SEARCH_INDEX',
    'fynbos',
    'Prefix of all index names in OpenSearch, so that several shops can share a server.',
    indexName,
  ),
  publicUrl: variable(
    'PUBLIC_URL',
    '',
    "The shop's address as visitors type it, if a proxy is in front: `https://shop.example`.",
    optional(address('http:', 'https:')),
  ),
  apiUrl: variable(
    'API_URL',
    '',
    'Address of the API for a `storefront` process: `http://api.internal:3000`.',
    optional(address('http:', 'https:')),
  ),
  publicApiUrl: variable(
    'PUBLIC_API_URL',
    '',
    "Address of the API for browsers, if it differs from the shop's: `https://api.shop.example`, on the same site. Needs `PUBLIC_URL`. Set it for the API as well.",
    optional(address('http:', 'https:')),
  ),
  drainSeconds: variable(
    'DRAIN_SECONDS',
    '0',
    'How long a stopping process keeps serving requests while it reports that it is not ready. Make it longer than the proxy needs to notice.',
    wholeNumber(0, 60),
  ),
  timeoutScale: variable(
    'TIMEOUT_SCALE',
    '1',
    'Multiplies the time limits for responses of the database and Redis, for API calls of pages and for the storage of browsers. Raise it on a machine that is often overloaded: visitors then wait longer instead of getting an error.',
    wholeNumber(1, 60),
  ),
};
