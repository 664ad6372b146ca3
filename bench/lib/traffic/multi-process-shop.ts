import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import type { Db } from '@fynbos/api/db.ts';
import { type Embedded, startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { startRedis, type TestRedis } from '@fynbos/test-kit/database/redis-server.ts';
import { hasNginx, type Processes, startProcesses } from '@fynbos/test-kit/processes/shop-cluster.ts';
import type { Bench, Measurement } from '../metric.ts';
import { fillStock } from '../requests/order-requests.ts';
import { inFolder } from '../temporary-folder.ts';

/** A shop of several processes with its services. */
export interface Several {
  shop: Processes;
  /** Port of the proxy. */
  port: number;
  db: Db;
  embedded: Embedded;
  redis: TestRedis;
  folder: string;
}

/**
 * Measures a shop of two APIs and two storefronts behind nginx, with plenty of stock. Returns a row with
 * the reason when a program is missing.
 */
export async function withSeveral(
  title: string,
  measure: (several: Several) => Promise<Measurement[]>,
): Promise<Bench> {
  const redis = hasNginx() ? await startRedis() : undefined;
  if (!redis) return { title, rows: [{ label: 'nginx, and Redis or Valkey', result: 'not here', aim: '' }] };
  return inFolder(async (folder) => {
    const embedded = await startEmbedded(join(folder, 'data'), { owner: 'npm run bench' });
    const database = await openDatabaseServer(embedded.url);
    const env = { LOG_LEVEL: 'error', DRAIN_SECONDS: '6' };
    const shop = await startProcesses({ folder, databaseUrl: embedded.url, redisUrl: redis.url, env });
    try {
      await fillStock(database.db);
      // Otherwise the first order of each product would reveal its new stock and invalidate every page.
      await announceChange(database.db, 'all');
      await new Promise((done) => setTimeout(done, 3000));
      const port = Number(new URL(shop.origin).port);
      return { title, rows: await measure({ shop, port, db: database.db, embedded, redis, folder }) };
    } finally {
      await shop.stop();
      await database.close();
      await embedded.stop();
      await redis.stop();
    }
  });
}

/** CPU milliseconds that a process has used so far, including its present and past children. */
export function processorMs(pid: number): number {
  // User and system time of the process and of its ended children.
  const ticks = statOf(pid)
    .slice(11, 15)
    .reduce((sum, field) => sum + Number(field), 0);
  return ticks * 10 + childrenOf(pid).reduce((sum, child) => sum + processorMs(child), 0);
}

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return all.filter((child) => Number(statOf(child)[1]) === pid);
}

/** The fields after the process name, which may contain any character; empty when the process has ended. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
