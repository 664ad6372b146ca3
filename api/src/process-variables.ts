import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { address, indexName, oneOf, optional, wholeNumber } from './config-values.ts';
import { variable } from './config-variable.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));

/** What a process is, where it listens, and what it reaches. */
export const processVariables = {
  role: variable(
    'ROLE',
    'shop',
    'What this process is: `shop`, everything; `api`, the API alone; `storefront`, the pages alone, which ask the API at `API_URL`.',
    oneOf('shop', 'api', 'storefront'),
  ),
  port: variable('PORT', '3000', 'The port of shop and API; 0 takes a free one.', wholeNumber(0, 65_535)),
  host: variable(
    'HOST',
    'localhost',
    'The address to listen on; `0.0.0.0` lets other machines in.',
    (text) => text,
  ),
  dataFolder: variable(
    'FYNBOS_DATA',
    '.data',
    'The data folder: the embedded database, its log, and prepared images. From the project’s folder.',
    (text) => resolve(project, text),
  ),
  imageRoomGb: variable(
    'IMAGE_ROOM_GB',
    '10',
    'How much of the disk prepared images may take, in gigabytes. What was asked for longest ago goes first, and is made again when somebody asks.',
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
    'An OpenSearch server, 2.19 or newer, to search with instead of this process: `https://user:password@host:9200`.',
    optional(address('http:', 'https:')),
  ),
  searchIndex: variable(
    'SEARCH_INDEX',
    'fynbos',
    'What the names of all indices in that server begin with, so that several shops may share it.',
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
    'Where pages reach the API when that is another process: `http://api.internal:3000`.',
    optional(address('http:', 'https:')),
  ),
  publicApiUrl: variable(
    'PUBLIC_API_URL',
    '',
    'Where browsers reach the API when that is not at the shop’s own address: `https://api.shop.example`, on the same site. Needs `PUBLIC_URL`; the API is told it too.',
    optional(address('http:', 'https:')),
  ),
  drainSeconds: variable(
    'DRAIN_SECONDS',
    '0',
    'How long this process goes on answering after it was told to end, while it says that it is not ready: longer than a proxy needs to notice.',
    wholeNumber(0, 60),
  ),
};
