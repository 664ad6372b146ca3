import { join } from 'node:path';
import { startEmbedded } from '@fynbos/api/database/embedded.ts';
import { openServer } from '@fynbos/api/database/open.ts';
import type { Db } from '@fynbos/api/db.ts';
import { bucketKey, type Limits } from '@fynbos/api/limits/limits.ts';
import { openLimits } from '@fynbos/api/limits/open.ts';
import { openRedis, type Redis } from '@fynbos/api/redis/connection.ts';
import { needsRedis, startRedis } from '@fynbos/api/testing/redis.ts';
import type { Bench, Figure } from './figure.ts';
import { inFolder } from './folder.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const atOnce = 16;
const machines = 100_000;
const rate = { burst: 200, perHour: 2000 };
const dayMs = 24 * 3_600_000;

/** What it costs to count one try, where it is counted. */
export async function run(): Promise<Bench> {
  return inFolder(async (folder) => {
    const embedded = await startEmbedded(join(folder, 'data'), { owner: 'npm run bench' });
    const database = await openServer(embedded.url);
    try {
      return { title: 'Counting a try', rows: await measure(database.db) };
    } finally {
      await database.close();
      await embedded.stop();
    }
  });
}

async function measure(db: Db): Promise<Figure[]> {
  const rows = [await figure('PostgreSQL', openLimits({ db, now: () => new Date() }))];
  const server = await startRedis();
  if (!server) return [...rows, { what: 'Redis', ours: '', aim: '', note: needsRedis.meta.reason }];
  const redis = await openRedis(server.url, console);
  try {
    rows.push(await figure('Redis', believing(db, redis)));
    const limits = openLimits({ db, now: () => new Date(), redis });
    return [...rows, await figure('both, after a start', limits)];
  } finally {
    await redis.close();
    await server.stop();
  }
}

/** Limits of a process that started yesterday. */
function believing(db: Db, redis: Redis): Limits {
  let behind = dayMs;
  const limits = openLimits({ db, now: () => new Date(Date.now() - behind), redis });
  behind = 0;
  return limits;
}

async function figure(where: string, limits: Limits): Promise<Figure> {
  await takeFor(limits, seconds / 2, atOnce);
  const [alone, many] = [await takeFor(limits, seconds, 1), await takeFor(limits, seconds, atOnce)];
  const cpu = `${Math.round(many.cpu)} µs of this process each`;
  return {
    what: where,
    ours: `${Math.round(alone.each)} µs alone; ${Math.round(many.aSecond).toLocaleString('en')} a second, ${atOnce} at once`,
    aim: '',
    note: cpu,
  };
}

/** Takes tries of many machines for a while, `lanes` at once. */
async function takeFor(limits: Limits, forSeconds: number, lanes: number) {
  const [begin, cpu] = [performance.now(), process.cpuUsage()];
  const end = begin + forSeconds * 1000;
  let taken = 0;
  const lane = async () => {
    while (performance.now() < end) {
      await limits.tryTake(bucketKey('bench', String(taken++ % machines)), rate);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const took = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  return { each: (took * 1000) / taken, aSecond: (taken * 1000) / took, cpu: (user + system) / taken };
}
