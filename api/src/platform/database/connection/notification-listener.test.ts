import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenTo } from './notification-listener.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Server process ids of the connections that listen to the channel. */
async function listening(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'fynbos listen news'`.execute(database.db);
  return rows.map(({ pid }) => pid);
}

test('listenTo detects a dead connection, reconnects and reports missed notifications', async () => {
  const received: string[] = [];
  const listener = listenTo({
    url: database.url,
    channel: 'news',
    onNotification: (payload) => void received.push(payload),
    missed: () => void received.push('missed something'),
    log: fastify({ logger: false }).log,
    waitMs: 50,
    beatMs: 1000,
  });
  await listener.ready;
  // A busy machine may answer a beat too late, so that the listener is just connecting again.
  let first: number | undefined;
  await expect
    .poll(async () => {
      const pids = await listening();
      [first] = pids;
      return pids;
    })
    .toHaveLength(1);
  process.kill(first!, 'SIGSTOP');
  try {
    await expect.poll(() => received).toContain('missed something');
    await sql`notify news, 'a price'`.execute(database.db);
    await expect.poll(() => received).toContain('a price');
    await expect.poll(() => listener.deafSince).toBeUndefined();
  } finally {
    // The server cannot shut down while one of its processes is stopped.
    process.kill(first!, 'SIGCONT');
    await listener.stop();
  }
});
