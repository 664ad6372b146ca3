import { setTimeout as pause } from 'node:timers/promises';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { seededRandom } from '@fynbos/test-kit/seeded-random.ts';
import { percentile } from '@fynbos/test-kit/traffic/baseline-traffic.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChaosEnvironment, openChaosEnvironment } from './chaos-environment.ts';
import { History } from './request-history.ts';
import { brokenConfirmations, orders, type Person, shops } from './users.ts';

/**
 * A database that is killed fifty times, disconnected for five minutes and silent for half a minute while
 * users order (spec reliability 6.2, 6.3).
 */
const cycles = Number(process.env.CYCLES ?? 50);
const cutSeconds = 300;
const silentMs = 30_000;
/** For two shops: their pools and their listener connections. */
const maxConnections = 2 * 16;

let environment: ChaosEnvironment;
beforeAll(async () => {
  environment = await openChaosEnvironment();
}, 120_000);
afterAll(() => environment.close(), 60_000);

const health = async (): Promise<number> =>
  (await fetch(`${environment.shops[0]!.origin}/api/health`)).status;

/** @returns milliseconds until the condition holds */
async function waitUntil(isSo: () => Promise<boolean>): Promise<number> {
  const begin = performance.now();
  while (!(await isSo())) await pause(20);
  return performance.now() - begin;
}

/** Lets users order during a disturbance. Every confirmation must be true afterwards. */
async function withOrderingUsers(title: string, happens: (history: History) => Promise<void>): Promise<void> {
  const history = new History();
  let isOver = false;
  const users: Person[] = Array.from({ length: 8 }, (_, index) => {
    const surroundings = { environment, history, random: seededRandom(index), isOver: () => isOver };
    return index % 4 === 3
      ? shops(`shopper ${index}`, surroundings)
      : orders(`orderer ${index}`, surroundings);
  });
  const everybody = Promise.all(users.map(({ going }) => going));
  await Promise.race([happens(history), everybody]);
  isOver = true;
  await everybody;
  expect(history.failures).toEqual([]);
  expect(await brokenConfirmations(users)).toEqual([]);
  expect(await invariantViolations(environment.db)).toEqual([]);
  expect(environment.fallen).toEqual([]);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`.execute(environment.db);
  expect(rows[0]!.count).toBeLessThanOrEqual(maxConnections + 5);
  const confirmedCount = users.flatMap(({ confirmations }) => confirmations).length;
  reportMeasurement(
    title,
    `${history.attempts.length} calls, ${confirmedCount} confirmations verified, audit clean`,
    'all verified, no failure but 503',
  );
}

test(`with PostgreSQL killed ${cycles} times, health reports it and both shops recover without a restart`, async () => {
  const detectionMs: number[] = [];
  const back: number[] = [];
  await withOrderingUsers(`PostgreSQL killed ${cycles} times`, async () => {
    for (let cycle = 0; cycle < cycles; cycle++) {
      await pause(300 + (cycle % 7) * 100);
      await environment.killDatabase();
      detectionMs.push(await waitUntil(async () => (await health()) === 503));
      await pause((cycle % 5) * 200);
      await environment.startDatabase();
      back.push(await waitUntil(async () => (await health()) === 200));
    }
  });
  const worst = (samples: number[]) =>
    Math.round(
      percentile(
        samples.toSorted((left, right) => left - right),
        100,
      ),
    );
  reportMeasurement(
    'PostgreSQL killed: health returns 503, and 200 once it is back',
    `after at most ${worst(detectionMs)} ms and ${worst(back)} ms`,
    '2 s, 10 s',
  );
  expect(worst(detectionMs)).toBeLessThan(2000);
  expect(worst(back)).toBeLessThan(10_000);
}, 1_800_000);

test(`with connections reset every five seconds for ${cutSeconds} seconds, unserved calls receive Retry-After and the pools recover`, async () => {
  await withOrderingUsers(
    `database connections reset every five seconds for ${cutSeconds} s`,
    async (history) => {
      for (let second = 0; second < cutSeconds; second += 5) {
        await pause(5000);
        environment.tcpProxy.reset();
      }
      const unserved = history.attempts.filter(({ outcome }) => outcome === 'unknown');
      expect(unserved.length).toBeGreaterThan(0);
      expect(unserved.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
    },
  );
}, 1_800_000);

test('with the database silent for half a minute, calls return 503 within four seconds', async () => {
  await withOrderingUsers(`database silent for ${silentMs / 1000} s`, async (history) => {
    await pause(1000);
    const from = performance.now();
    environment.tcpProxy.become('silent');
    await pause(silentMs);
    environment.tcpProxy.become('fine');
    const to = performance.now();
    const back = await waitUntil(async () => (await health()) === 200);
    const calls = history.attempts.filter(
      (call) => call.from > from && call.from < to && call.outcome === 'unknown',
    );
    const maxWaitMs = Math.max(...calls.map((call) => call.to - call.from));
    reportMeasurement(
      `silent database: ${calls.length} calls return 503`,
      `after at most ${Math.round(maxWaitMs)} ms; healthy again after ${Math.round(back)} ms`,
      '3 s, 10 s',
    );
    expect(calls.length).toBeGreaterThan(10);
    expect(calls.every(({ status }) => status === 503)).toBe(true);
    expect(maxWaitMs).toBeLessThan(4000);
    expect(back).toBeLessThan(10_000);
  });
}, 600_000);
