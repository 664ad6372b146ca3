import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { databaseAt, onServer } from '@fynbos/test-kit/database/database-server.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { connectDb } from '../db.ts';
import { watchCatalogue } from './catalogue-refresh.ts';
import { importInto } from './import/import.ts';
import { openCatalogue } from './live-catalogue.ts';

const now = () => new Date();

/**
 * Makes the database reject connections and terminates existing ones. The returned function allows
 * connections again.
 */
async function blockConnections({ url }: FreshDatabase): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1);
  const server = databaseAt(url, 'postgres');
  await onServer(server, `alter database ${name} allow_connections false`);
  await onServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  return () => onServer(server, `alter database ${name} allow_connections true`);
}

test('watchCatalogue retries a lost database at intervals and reads missed changes after reconnecting', async () => {
  const fresh = await freshDatabase();
  const catalogue = await openCatalogue({ db: fresh.db, now });
  const { log } = Fastify({ logger: { level: 'silent' } });
  let knocks = 0;
  log.warn = (_about: unknown, message?: string) => {
    if (message === 'cannot LISTEN yet; will retry') knocks++;
  };
  const watcher = watchCatalogue(catalogue, fresh.url, { log, now, waitMs: 50 });
  await watcher.ready;

  const allowConnections = await blockConnections(fresh);
  const blockedAt = performance.now();
  await expect.poll(() => knocks).toBeGreaterThan(2);
  // It waits at least 50 ms before each attempt.
  expect(knocks).toBeLessThanOrEqual((performance.now() - blockedAt) / 50 + 1);

  await allowConnections();
  const importDb = connectDb(fresh.url, 1);
  await importInto(importDb, demoFolder);
  await expect.poll(() => catalogue.size).toBeGreaterThan(0);
  await watcher.stop();
  await importDb.destroy();
  await fresh.drop();
});

test("watchCatalogue ends a special price by the shop's clock, even if the timer fires early (PDP-5)", async () => {
  const fresh = await freshDatabase();
  const products =
    'sku,name,price_incl_tax,special_price_incl_tax,special_to_date,qty\nHONEY,Honey,280,100,2026-12-02T22:00:00Z,5\n';
  await withFiles({ 'products.csv': products }, (folder) => importInto(fresh.db, folder));
  let clock = Date.parse('2026-12-02T21:59:59.950Z');
  const shopClock = () => new Date(clock);
  const catalogue = await openCatalogue({ db: fresh.db, now: shopClock });
  const { log } = Fastify({ logger: { level: 'silent' } });
  const watcher = watchCatalogue(catalogue, fresh.url, { log, now: shopClock });
  await watcher.ready;
  const price = () => catalogue.findBySku('HONEY')?.price.incl;
  await new Promise((later) => setTimeout(later, 200));
  expect(price()).toBe(100);
  clock += 100;
  await expect.poll(price).toBe(280);
  await watcher.stop();
  await fresh.drop();
});

test('watchCatalogue notices a corrected clock within seconds, however far the next price change is (PDP-5)', async () => {
  const fresh = await freshDatabase();
  const products =
    'sku,name,price_incl_tax,special_price_incl_tax,special_to_date,qty\nHONEY,Honey,280,100,2026-12-02T22:00:00Z,5\n';
  await withFiles({ 'products.csv': products }, (folder) => importInto(fresh.db, folder));
  let clock = Date.parse('2026-11-02T21:00:00Z');
  const shopClock = () => new Date(clock);
  const catalogue = await openCatalogue({ db: fresh.db, now: shopClock });
  const { log } = Fastify({ logger: { level: 'silent' } });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const watcher = watchCatalogue(catalogue, fresh.url, { log, now: shopClock });
  await watcher.ready;
  const [checkClock, wait] = timers.mock.calls.find(([, ms]) => ms === 15_000) ?? [];
  timers.mockRestore();
  expect(wait).toBe(15_000);
  clock = Date.parse('2026-12-02T22:00:01Z');
  checkClock!();
  await expect.poll(() => catalogue.findBySku('HONEY')?.price.incl).toBe(280);
  await watcher.stop();
  await fresh.drop();
});
