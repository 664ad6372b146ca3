import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Db } from '../db.ts';
import { importShop } from '../import-shop.ts';
import { openRedis } from '../redis/connection.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { expectPromised } from './promised-refusals.ts';

export const demoFolder = fileURLToPath(new URL('../../../catalogue/demo', import.meta.url));

/** A whole API on a free port, on a database of its own, with the demo range in it. */
export interface TestShop {
  origin: string;
  db: Db;
  /** Of the database, for commands beside the running shop. */
  url: string;
  /** What the shop wrote to its log, a line of JSON each. */
  log: readonly string[];
  get(path: string, headers?: Record<string, string>): Promise<Answered>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answered>;
  close(): Promise<void>;
}

export interface Answered {
  status: number;
  headers: Headers;
  // Tests read answers as the client would: as whatever JSON came.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test asserts
  body: any;
}

/**
 * @param folder what to import; none leaves the shop empty
 * @param settings variables of the operator, as in the environment
 */
export async function openTestShop(
  folder: string | undefined = demoFolder,
  now?: () => Date,
  settings: Record<string, string> = {},
): Promise<TestShop> {
  const database = await freshDatabase();
  if (folder) await importShop(database.db, folder);
  return openShopOn(database, now, settings);
}

/** As `openTestShop`, on a database that is there; closing the shop drops it. */
export async function openShopOn(
  { db, url, drop }: FreshDatabase,
  now?: () => Date,
  settings: Record<string, string> = {},
): Promise<TestShop> {
  const data = await mkdtemp(path.join(tmpdir(), 'fynbos-test-'));
  const log: string[] = [];
  const config = readConfig({ FYNBOS_DATA: data, LOG_LEVEL: 'warn', ...settings });
  const redis = config.redisUrl ? await openRedis(config.redisUrl, { warn() {}, info() {} }) : undefined;
  const app = await createApp({ db, url, config, now, redis, log: { write: (line) => void log.push(line) } });
  const origin = await app.listen({ port: settings.PORT ? config.port : 0, host: '127.0.0.1' });
  const ask = async (place: string, init?: RequestInit): Promise<Answered> => {
    const response = await fetch(origin + place, init);
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    const body = json ? JSON.parse(text) : text;
    expectPromised(init?.method ?? 'GET', place, body?.meta?.problem);
    return { status: response.status, headers: response.headers, body };
  };
  return {
    origin,
    db,
    url,
    log,
    get: (place, headers = {}) => ask(place, { headers }),
    post: (place, body, headers = {}) =>
      ask(place, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async close() {
      await app.close();
      await redis?.close();
      await drop();
      await rm(data, { recursive: true });
    },
  };
}
