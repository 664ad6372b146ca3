import { join } from 'node:path';
import type { Db } from '@fynbos/api/db.ts';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { openLimits } from '@fynbos/api/platform/rate-limit/open-rate-limits.ts';
import { bucketKey, type Limits } from '@fynbos/api/platform/rate-limit/rate-limits.ts';
import { openRedis, type Redis } from '@fynbos/api/platform/redis/redis-connection.ts';
import { needsRedis, startRedis } from '@fynbos/test-kit/database/redis-server.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { inFolder } from '../lib/temporary-folder.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const atOnce = 16;
const clientCount = 100_000;
const rate = { burst: 200, perHour: 2000 };
const dayMs = 24 * 3_600_000;

/** Cost of counting one attempt, by store. */
export async function run(): Promise<Bench> {
  return inFolder(async (folder) => {
    const embedded = await startEmbedded(join(folder, 'data'), { owner: 'npm run bench' });
    const database = await openDatabaseServer(embedded.url);
    try {
      return { title: 'Counting an attempt for rate limits', rows: await measure(database.db) };
    } finally {
      await database.close();
      await embedded.stop();
    }
  });
}

async function measure(db: Db): Promise<Measurement[]> {
  const rows = [await measureLimits('PostgreSQL', openLimits({ db, now: () => new Date() }))];
  const server = await startRedis();
  if (!server) return [...rows, { label: 'Redis', result: '', aim: '', note: needsRedis.meta.reason }];
  const redis = await openRedis(server.url, console);
  try {
    rows.push(await measureLimits('Redis', believing(db, redis)));
    const limits = openLimits({ db, now: () => new Date(), redis });
    return [...rows, await measureLimits('both, after a start', limits)];
  } finally {
    await redis.close();
    await server.stop();
  }
}

/** Limits of a process that started yesterday, so that it trusts Redis. */
function believing(db: Db, redis: Redis): Limits {
  let behind = dayMs;
  const limits = openLimits({ db, now: () => new Date(Date.now() - behind), redis });
  behind = 0;
  return limits;
}

async function measureLimits(where: string, limits: Limits): Promise<Measurement> {
  await countFor(limits, seconds / 2, atOnce);
  const [alone, many] = [await countFor(limits, seconds, 1), await countFor(limits, seconds, atOnce)];
  const cpu = `${Math.round(many.cpu)} µs of this process per attempt`;
  return {
    label: where,
    result: `${Math.round(alone.each)} µs alone; ${Math.round(many.aSecond).toLocaleString('en')} per second, ${atOnce} concurrent`,
    aim: '',
    note: cpu,
  };
}

/** Counts attempts of many clients for a while, `lanes` concurrently. */
async function countFor(limits: Limits, forSeconds: number, lanes: number) {
  const [begin, cpu] = [performance.now(), process.cpuUsage()];
  const end = begin + forSeconds * 1000;
  let attempts = 0;
  const lane = async () => {
    while (performance.now() < end) {
      await limits.tryTake(bucketKey('bench', String(attempts++ % clientCount)), rate);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const took = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  return {
    each: (took * 1000) / attempts,
    aSecond: (attempts * 1000) / took,
    cpu: (user + system) / attempts,
  };
}
