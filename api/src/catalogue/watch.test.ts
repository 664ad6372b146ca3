import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { connect } from '../db.ts';
import { databaseAt, type FreshDatabase, freshDatabase, onServer } from '../testing/database.ts';
import { demoFolder } from '../testing/shop.ts';
import { importInto } from './import/import.ts';
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
  await expect.poll(() => catalogue.size, { timeout: 5000 }).toBeGreaterThan(0);
  await watch.stop();
  await other.destroy();
  await fresh.drop();
});
