import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import type { Db } from '@fynbos/api/db.ts';
import type { Embedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { sql } from 'kysely';
import type { Bench, Measurement } from '../lib/metric.ts';
import { processorMs, type Several, withSeveral } from '../lib/traffic/multi-process-shop.ts';
import { loadFully, type Range, rangeOf, seeEveryPage, type Went } from '../lib/traffic/shopper-traffic.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const title = 'CPU time of a request in each part of a shop with several processes';

/** The inputs of the calculation in docs/scale.md. */
export function run(): Promise<Bench> {
  return withSeveral(title, async (several) => {
    const range = await rangeOf(several.port);
    await seeEveryPage(range);
    for (const kind of ['browse', 'search', 'cart', 'order'] as const) await loadFully(range, 1, kind);
    const measure = (label: string, act: () => Promise<Went>) => costs(several, label, act);
    return [
      await measure('a cached page', () => loadFully(range, seconds, 'browse')),
      await measure('a rendered page', () => renderEveryPage(several, range)),
      await measure('a search', () => loadFully(range, seconds, 'search')),
      await measure('a cart: create, fill, read', () => loadFully(range, seconds, 'cart')),
      await measure('an order, from its cart', () => loadFully(range, seconds, 'order')),
    ];
  });
}

/** Requests every page directly after the caches were invalidated. */
async function renderEveryPage({ db }: Several, range: Range): Promise<Went> {
  await announceChange(db, 'all');
  await new Promise((done) => setTimeout(done, 1500));
  return seeEveryPage(range);
}

/** @param act an action that is repeated */
async function costs(
  { shop, embedded, redis, db }: Several,
  label: string,
  act: () => Promise<Went>,
): Promise<Measurement> {
  const parts: [name: string, pids: number[]][] = [
    ['storefront', shop.storefronts.map(({ pid }) => pid)],
    ['API', shop.apis.map(({ pid }) => pid)],
    ['PostgreSQL', [postmaster(embedded)]],
    ['Redis', [redis.pid]],
    ['nginx', [shop.proxy.pid!]],
  ];
  const used = () => parts.map(([, pids]) => pids.reduce((sum, pid) => sum + processorMs(pid), 0));
  const [before, bytes] = [used(), await bytesOf(db)];
  const { times, took, failed, actions } = await act();
  const after = used();
  const kilobytes = (bytes: number) => `${(bytes / actions / 1000).toFixed(1)} kB`;
  const { written, size: stored } = await bytesOf(db);
  const each = parts.map(([name], at) => `${name} ${((after[at]! - before[at]!) / actions).toFixed(2)}`);
  const all = after.reduce((sum, ms, at) => sum + ms - before[at]!, 0) / actions;
  return {
    label,
    result: `${all.toFixed(2)} ms: ${each.join(', ')}`,
    aim: '',
    note: `${actions} actions, ${(times.length / took).toFixed(0)} requests/s, ${failed.length} failed; the database wrote ${kilobytes(written - bytes.written)} of WAL per action and grew by ${kilobytes(stored - bytes.size)}`,
  };
}

/** The parent process of all database processes. */
const postmaster = ({ folder }: Embedded): number =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);

/** Bytes that PostgreSQL has written to its WAL so far, and the size of the database. */
async function bytesOf(db: Db): Promise<{ written: number; size: number }> {
  const result = await sql<{ written: number; size: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as written,
      pg_database_size(current_database())::float8 as size`.execute(db);
  return result.rows[0]!;
}

if (import.meta.main) console.table((await run()).rows);
