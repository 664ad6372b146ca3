import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config/config.ts';
import type { Db } from '@fynbos/api/db.ts';
import { openRedis } from '@fynbos/api/platform/redis/redis-connection.ts';
import { taxHomeOf } from '@fynbos/api/pricing/tax-rate.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { demoDatabase, type FreshDatabase, freshDatabase } from '../database/test-database.ts';
import { demoFolder } from './demo-folder.ts';
import { expectDocumentedRefusal } from './documented-errors.ts';
import { manyUnpaidOrders } from './unpaid-limits.ts';

/** A whole API on a free port, on its own database with the demo range. */
export interface TestShop {
  origin: string;
  db: Db;
  /** URL of the database, for commands that run beside the shop. */
  url: string;
  /** The shop's log, one JSON line per entry. */
  log: readonly string[];
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  close(): Promise<void>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses as a client would, as arbitrary JSON
  body: any;
}

/**
 * @param folder the folder to import; an empty string leaves the shop empty
 * @param settings operator variables, as in the environment
 */
export async function openTestShop(
  folder: string | undefined = demoFolder,
  now?: () => Date,
  settings: Record<string, string> = {},
): Promise<TestShop> {
  const database = folder === demoFolder ? await demoDatabase() : await freshDatabase();
  if (folder && folder !== demoFolder)
    await importShop(database.db, folder, { tax: taxHomeOf(readConfig(settings)) });
  return openShopOn(database, now, settings);
}

/** Like `openTestShop`, on an existing database; closing the shop drops it. */
export async function openShopOn(
  { db, url, drop }: FreshDatabase,
  now?: () => Date,
  settings: Record<string, string> = {},
): Promise<TestShop> {
  const data = await mkdtemp(path.join(tmpdir(), 'fynbos-test-'));
  const log: string[] = [];
  const config = readConfig({ FYNBOS_DATA: data, LOG_LEVEL: 'warn', ...manyUnpaidOrders, ...settings });
  const redis = config.redisUrl
    ? await openRedis(config.redisUrl, { warn() {}, info() {} }, config.timeoutScale)
    : undefined;
  const app = await createApp({ db, url, config, now, redis, log: { write: (line) => void log.push(line) } });
  const origin = await app.listen({ port: settings.PORT ? config.port : 0, host: '127.0.0.1' });
  const send = async (place: string, init?: RequestInit): Promise<TestResponse> => {
    const response = await fetch(origin + place, init);
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    const body = json ? JSON.parse(text) : text;
    expectDocumentedRefusal(init?.method ?? 'GET', place, body?.meta?.problem);
    return { status: response.status, headers: response.headers, body };
  };
  return {
    origin,
    db,
    url,
    log,
    get: (place, headers = {}) => send(place, { headers }),
    post: (place, body, headers = {}) =>
      send(place, {
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
