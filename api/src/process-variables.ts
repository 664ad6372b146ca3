import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { address, indexName, oneOf, optional, wholeNumber } from './config-values.ts';
import { variable } from './config-variable.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));

/** The role of a process, its address, and the servers it connects to. */
export const processVariables = {
  role: variable(
    'ROLE',
    'shop',
    'The role of this process: `shop`, everything; `api`, the API alone; `storefront`, the pages alone, which call the API at `API_URL`.',
    oneOf('shop', 'api', 'storefront'),
  ),
  port: variable('PORT', '3000', 'The port of shop and API; 0 selects a free one.', wholeNumber(0, 65_535)),
  host: variable(
    'HOST',
    'localhost',
    'The address to listen on; `0.0.0.0` accepts connections from other hosts.',
    (text) => text,
  ),
  dataFolder: variable(
    'FYNBOS_DATA',
    '.data',
    'The data folder: the embedded database, its log, and prepared images. Relative to the project’s folder.',
    (text) => resolve(project, text),
  ),
  imageCacheGb: variable(
    'IMAGE_ROOM_GB',
    '10',
    'Disk space for prepared images, in gigabytes. The least recently used images are deleted first, and prepared again on request.',
    wholeNumber(1, 100_000),
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
    'A Redis or Valkey server that several processes of the shop share: `redis://user:password@host:6379`.',
    optional(address('redis:', 'rediss:')),
  ),
  searchUrl: variable(
    'SEARCH_URL',
    '',
    'An OpenSearch server, 2.19 or newer, instead of the in-process search: `https://user:password@host:9200`.',
    optional(address('http:', 'https:')),
  ),
  searchIndex: variable(
    'SEARCH_INDEX',
    'fynbos',
    'The prefix of all index names on that server, so that several shops can share it.',
    indexName,
  ),
  publicUrl: variable(
    'PUBLIC_URL',
    '',
    'The shop’s address as visitors type it, when a proxy stands before it: `https://shop.example`.',
    optional(address('http:', 'https:')),
  ),
  apiUrl: variable(
    'API_URL',
    '',
    'The address of the API for pages, when it is another process: `http://api.internal:3000`.',
    optional(address('http:', 'https:')),
  ),
  publicApiUrl: variable(
    'PUBLIC_API_URL',
    '',
    'The address of the API for browsers, when it is not the shop’s own address: `https://api.shop.example`, on the same site. Needs `PUBLIC_URL`; set it for the API too.',
    optional(address('http:', 'https:')),
  ),
  drainSeconds: variable(
    'DRAIN_SECONDS',
    '0',
    'How long this process keeps serving after a stop signal while it reports that it is not ready, in seconds: longer than a proxy needs to notice.',
    wholeNumber(0, 60),
  ),
};
