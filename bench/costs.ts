import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announceChange } from '@fynbos/api/catalogue/announce.ts';
import type { Embedded } from '@fynbos/api/database/embedded.ts';
import type { Db } from '@fynbos/api/db.ts';
import { sql } from 'kysely';
import type { Bench, Figure } from './figure.ts';
import { processorMs, type Several, withSeveral } from './several.ts';
import { loadFully, type Range, rangeOf, seeEveryPage, type Went } from './shoppers.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const title = 'Costs: processor time of a request in each part of a shop of several processes';

/** What docs/scale.md reckons with. */
export function run(): Promise<Bench> {
  return withSeveral(title, async (several) => {
    const range = await rangeOf(several.port);
    await seeEveryPage(range);
    for (const kind of ['browse', 'search', 'cart', 'order'] as const) await loadFully(range, 1, kind);
    const by = (what: string, act: () => Promise<Went>) => costs(several, what, act);
    return [
      await by('a page that is kept', () => loadFully(range, seconds, 'browse')),
      await by('a page that is made anew', () => seenAnew(several, range)),
      await by('a search', () => loadFully(range, seconds, 'search')),
      await by('a cart: made, filled, read', () => loadFully(range, seconds, 'cart')),
      await by('an order from its cart on', () => loadFully(range, seconds, 'order')),
    ];
  });
}

/** Every page, just after all were forgotten. */
async function seenAnew({ db }: Several, range: Range): Promise<Went> {
  await announceChange(db, 'all');
  await new Promise((done) => setTimeout(done, 1500));
  return seeEveryPage(range);
}

/** @param act one thing done again and again */
async function costs(
  { shop, embedded, redis, db }: Several,
  what: string,
  act: () => Promise<Went>,
): Promise<Figure> {
  const parts: [name: string, pids: number[]][] = [
    ['storefront', shop.storefronts.map(({ pid }) => pid)],
    ['API', shop.apis.map(({ pid }) => pid)],
    ['PostgreSQL', [postmaster(embedded)]],
    ['Redis', [redis.pid]],
    ['nginx', [shop.proxy.pid!]],
  ];
  const used = () => parts.map(([, pids]) => pids.reduce((sum, pid) => sum + processorMs(pid), 0));
  const [before, bytes] = [used(), await bytesOf(db)];
  const { times, took, failed, things } = await act();
  const after = used();
  const kilobytes = (bytes: number) => `${(bytes / things / 1000).toFixed(1)} kB`;
  const { written, kept } = await bytesOf(db);
  const each = parts.map(([name], at) => `${name} ${((after[at]! - before[at]!) / things).toFixed(2)}`);
  const all = after.reduce((sum, ms, at) => sum + ms - before[at]!, 0) / things;
  return {
    what,
    ours: `${all.toFixed(2)} ms: ${each.join(', ')}`,
    aim: '',
    note: `${things} of them, ${(times.length / took).toFixed(0)} requests/s, ${failed.length} failed; the database wrote ${kilobytes(written - bytes.written)} of WAL for each and grew by ${kilobytes(kept - bytes.kept)}`,
  };
}

/** The server every process of the database comes from. */
const postmaster = ({ folder }: Embedded): number =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);

/** Bytes that PostgreSQL has put into its log of changes so far, and that the database takes. */
async function bytesOf(db: Db): Promise<{ written: number; kept: number }> {
  const found = await sql<{ written: number; kept: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as written,
      pg_database_size(current_database())::float8 as kept`.execute(db);
  return found.rows[0]!;
}

if (import.meta.main) console.table((await run()).rows);
