import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announceChange } from '@fynbos/api/catalogue/announce.ts';
import { type Embedded, startEmbedded } from '@fynbos/api/database/embedded.ts';
import { openServer } from '@fynbos/api/database/open.ts';
import type { Db } from '@fynbos/api/db.ts';
import { startRedis, type TestRedis } from '@fynbos/api/testing/redis.ts';
import type { Bench, Figure } from './figure.ts';
import { inFolder } from './folder.ts';
import { fillShelves } from './order-sequence.ts';
import { hasNginx, type Processes, startProcesses } from './processes.ts';

/** A shop of several processes, with all it stands on. */
export interface Several {
  shop: Processes;
  /** Where visitors reach it. */
  port: number;
  db: Db;
  embedded: Embedded;
  redis: TestRedis;
  folder: string;
}

/** Measures a shop of two APIs and two storefronts behind nginx, whose shelves are full; says so where that cannot be. */
export async function withSeveral(
  title: string,
  measure: (several: Several) => Promise<Figure[]>,
): Promise<Bench> {
  const redis = hasNginx() ? await startRedis() : undefined;
  if (!redis) return { title, rows: [{ what: 'nginx, and Redis or Valkey', ours: 'not here', aim: '' }] };
  return inFolder(async (folder) => {
    const embedded = await startEmbedded(join(folder, 'data'), { owner: 'npm run bench' });
    const database = await openServer(embedded.url);
    const env = { LOG_LEVEL: 'error', DRAIN_SECONDS: '6' };
    const shop = await startProcesses({ folder, databaseUrl: embedded.url, redisUrl: redis.url, env });
    try {
      await fillShelves(database.db);
      // Otherwise each product would be found to have become plentiful with its first order, and every page old.
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

/** Milliseconds of processor time a process has used so far, with its children and those it had. */
export function processorMs(pid: number): number {
  // User and system time, its own and that of children that have ended.
  const ticks = statOf(pid)
    .slice(11, 15)
    .reduce((sum, field) => sum + Number(field), 0);
  return ticks * 10 + childrenOf(pid).reduce((sum, child) => sum + processorMs(child), 0);
}

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return all.filter((one) => Number(statOf(one)[1]) === pid);
}

/** The fields behind the process's name, which may hold anything; none of one that has ended meanwhile. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
