import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { connect } from '../db.ts';
import { databaseAt, type FreshDatabase, freshDatabase, onServer } from '../testing/database.ts';
import { demoFolder } from '../testing/shop.ts';
import { importInto } from './import/import.ts';
import { withFiles } from './import/testing/shop-state.ts';
import { openCatalogue } from './live.ts';
import { watchCatalogue } from './watch.ts';

const now = () => new Date();

/** The database turns everybody away until the answer is called; what is connected is cut off. */
async function closeDoor({ url }: FreshDatabase): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1);
  const server = databaseAt(url, 'postgres');
  await onServer(server, `alter database ${name} allow_connections false`);
  await onServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  return () => onServer(server, `alter database ${name} allow_connections true`);
}

test('a lost database is knocked at once a turn, and what changed meanwhile is read when it is back', async () => {
  const fresh = await freshDatabase();
  const catalogue = await openCatalogue({ db: fresh.db, now });
  const { log } = Fastify({ logger: { level: 'silent' } });
  let knocks = 0;
  log.warn = (_about: unknown, said?: string) => {
    if (said === 'cannot listen for changes yet') knocks++;
  };
  const watch = watchCatalogue(catalogue, fresh.url, log, now, 50);
  await watch.ready;

  const openDoor = await closeDoor(fresh);
  await new Promise((later) => setTimeout(later, 1000));
  expect(knocks).toBeGreaterThan(2);
  expect(knocks).toBeLessThanOrEqual(20);

  await openDoor();
  const other = connect(fresh.url, 1);
  await importInto(other, demoFolder);
  await expect.poll(() => catalogue.size).toBeGreaterThan(0);
  await watch.stop();
  await other.destroy();
  await fresh.drop();
});

test('a special price ends by the clock of the shop, also when the timer was early (PDP-5)', async () => {
  const fresh = await freshDatabase();
  const products =
    'sku,name,price_incl_tax,special_price_incl_tax,special_to_date,qty\nHONEY,Honey,280,100,2026-12-02T22:00:00Z,5\n';
  await withFiles({ 'products.csv': products }, (folder) => importInto(fresh.db, folder));
  let clock = Date.parse('2026-12-02T21:59:59.950Z');
  const shopClock = () => new Date(clock);
  const catalogue = await openCatalogue({ db: fresh.db, now: shopClock });
  const { log } = Fastify({ logger: { level: 'silent' } });
  const watch = watchCatalogue(catalogue, fresh.url, log, shopClock);
  await watch.ready;
  const price = () => catalogue.findBySku('HONEY')?.price.incl;
  await new Promise((later) => setTimeout(later, 200));
  expect(price()).toBe(100);
  clock += 100;
  await expect.poll(price).toBe(280);
  await watch.stop();
  await fresh.drop();
});

test('a clock that is set right meanwhile is looked at again within seconds, however far the next price is (PDP-5)', async () => {
  const fresh = await freshDatabase();
  const products =
    'sku,name,price_incl_tax,special_price_incl_tax,special_to_date,qty\nHONEY,Honey,280,100,2026-12-02T22:00:00Z,5\n';
  await withFiles({ 'products.csv': products }, (folder) => importInto(fresh.db, folder));
  let clock = Date.parse('2026-11-02T21:00:00Z');
  const shopClock = () => new Date(clock);
  const catalogue = await openCatalogue({ db: fresh.db, now: shopClock });
  const { log } = Fastify({ logger: { level: 'silent' } });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const watch = watchCatalogue(catalogue, fresh.url, log, shopClock);
  await watch.ready;
  const [look, wait] = timers.mock.calls.find(([, ms]) => ms === 15_000) ?? [];
  timers.mockRestore();
  expect(wait).toBe(15_000);
  clock = Date.parse('2026-12-02T22:00:01Z');
  look!();
  await expect.poll(() => catalogue.findBySku('HONEY')?.price.incl).toBe(280);
  await watch.stop();
  await fresh.drop();
});
