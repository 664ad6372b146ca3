import { setTimeout as pause } from 'node:timers/promises';
import { invariantViolations } from '@fynbos/api/orders/testing/books.ts';
import { reportMeasurement } from '@fynbos/api/testing/figure.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../e2e/chance.ts';
import { History } from './faults/history.ts';
import { brokenPromises, orders, type Person, shops } from './faults/people.ts';
import { openStage, type Stage } from './faults/stage.ts';
import { percentile } from './honest.ts';

/** A database that is killed fifty times, cut off for five minutes and silent for half of one, while people order (spec reliability 6.2, 6.3). */
const cycles = Number(process.env.CYCLES ?? 50);
const cutSeconds = 300;
const silentMs = 30_000;
/** Of two shops: their pools, and what hears of changes. */
const mostConnections = 2 * 16;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage.close(), 60_000);

const health = async (): Promise<number> => (await fetch(`${stage.shops[0]!.origin}/api/health`)).status;

/** @returns milliseconds until it is so */
async function until(isSo: () => Promise<boolean>): Promise<number> {
  const begin = performance.now();
  while (!(await isSo())) await pause(20);
  return performance.now() - begin;
}

/** Lets people order while something happens; what they were told must be true afterwards. */
async function whilePeopleOrder(what: string, happens: (history: History) => Promise<void>): Promise<void> {
  const history = new History();
  let isOver = false;
  const people: Person[] = Array.from({ length: 8 }, (_, own) => {
    const surroundings = { stage, history, chance: seededRandom(own), isOver: () => isOver };
    return own % 4 === 3 ? shops(`shopper ${own}`, surroundings) : orders(`orderer ${own}`, surroundings);
  });
  const everybody = Promise.all(people.map(({ going }) => going));
  await Promise.race([happens(history), everybody]);
  isOver = true;
  await everybody;
  expect(history.failures).toEqual([]);
  expect(await brokenPromises(people)).toEqual([]);
  expect(await invariantViolations(stage.db)).toEqual([]);
  expect(stage.fallen).toEqual([]);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`.execute(stage.db);
  expect(rows[0]!.count).toBeLessThanOrEqual(mostConnections + 5);
  const kept = people.flatMap(({ promised }) => promised).length;
  reportMeasurement(
    what,
    `${history.tries.length} calls, ${kept} promises kept, audit clean`,
    'all kept, no failure but 503',
  );
}

test(`killed ${cycles} times: health says so, and all goes on without a restart`, async () => {
  const told: number[] = [];
  const back: number[] = [];
  await whilePeopleOrder(`PostgreSQL killed ${cycles} times`, async () => {
    for (let cycle = 0; cycle < cycles; cycle++) {
      await pause(300 + (cycle % 7) * 100);
      await stage.killDatabase();
      told.push(await until(async () => (await health()) === 503));
      await pause((cycle % 5) * 200);
      await stage.startDatabase();
      back.push(await until(async () => (await health()) === 200));
    }
  });
  const worst = (some: number[]) =>
    Math.round(
      percentile(
        some.toSorted((one, other) => one - other),
        100,
      ),
    );
  reportMeasurement(
    'PostgreSQL killed: health says 503, and 200 once it is back',
    `after ${worst(told)} ms and ${worst(back)} ms at most`,
    '2 s, 10 s',
  );
  expect(worst(told)).toBeLessThan(2000);
  expect(worst(back)).toBeLessThan(10_000);
}, 1_800_000);

test(`cut off every five seconds for ${cutSeconds} seconds: whoever is not served is told when to come back, and no line is lost for good`, async () => {
  await whilePeopleOrder(`its lines cut every five seconds for ${cutSeconds} s`, async (history) => {
    for (let second = 0; second < cutSeconds; second += 5) {
      await pause(5000);
      stage.gate.reset();
    }
    const unserved = history.tries.filter(({ outcome }) => outcome === 'unknown');
    expect(unserved.length).toBeGreaterThan(0);
    expect(unserved.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
  });
}, 1_800_000);

test('silent for half a minute: nobody waits longer than four seconds for being told so', async () => {
  await whilePeopleOrder(`silent for ${silentMs / 1000} s`, async (history) => {
    await pause(1000);
    const from = performance.now();
    stage.gate.become('silent');
    await pause(silentMs);
    stage.gate.become('fine');
    const to = performance.now();
    const back = await until(async () => (await health()) === 200);
    const asked = history.tries.filter(
      (one) => one.from > from && one.from < to && one.outcome === 'unknown',
    );
    const longest = Math.max(...asked.map((one) => one.to - one.from));
    reportMeasurement(
      `silent database: ${asked.length} calls are told 503`,
      `after ${Math.round(longest)} ms at most; well again after ${Math.round(back)} ms`,
      '3 s, 10 s',
    );
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.every(({ status }) => status === 503)).toBe(true);
    expect(longest).toBeLessThan(4000);
    expect(back).toBeLessThan(10_000);
  });
}, 600_000);
