import { setTimeout as pause } from 'node:timers/promises';
import type { Terms } from '@fynbos/storefront/app/checkout/outbox/offline-order.ts';
import { residentMb } from '@fynbos/test-kit/processes/process-memory.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { seededRandom } from '@fynbos/test-kit/seeded-random.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChaosEnvironment, openChaosEnvironment } from './chaos-environment.ts';
import { type Struck, unleash } from './fault-injector.ts';
import { expectConsistentLedgers } from './ledger-checks.ts';
import { MemoryOf } from './memory-trend.ts';
import { connectToShop, OfflineBrowser, termsOfTea } from './offline-browser.ts';
import { startUserLoad, type UserLoad } from './open-loop-load.ts';
import { graceMs, History } from './request-history.ts';
import { brokenConfirmations } from './users.ts';

/**
 * A long run (spec reliability 6.25): thirty requests per second and one fault per minute. The power is
 * cut three times, at a quarter, a half and three quarters of it. During a cut both shops are down and the
 * load stops. Browsers create orders they cannot send: half of them have a network and retry, half have
 * none until the power is back. `npm run test:stress -- soak MINUTES SEED`.
 */
const minute = 60_000;
const wholeMs = Number(process.env.MINUTES ?? 480) * minute;
const seed = Number(process.env.SEED ?? 1);
const isWhole = wholeMs >= 60 * minute;
/** A run of less than an hour has shorter cuts and more frequent faults. */
const cutMs = isWhole ? 2 * minute : Math.max(5000, wholeMs / 60);
const faultIntervalMs = Math.min(minute, wholeMs / 20);
const perSecond = 30;
/** Orders created during a cut: one per second, and a minimum number in short cuts. */
const queued = Math.max(60, cutMs / 1000);
const awayMs = 2 * minute;
const drainedMs = minute;
/** After a short cut the browsers with a network have a short backoff, so they retry closer together. */
const atOnce = queued / (isWhole ? 5 : 3);
/**
 * The fault injector never kills this shop, so its memory can be measured for longer. Power cuts stop both
 * shops.
 */
const spared = 1;
/**
 * A new process fills its caches first. The warm-up is a quarter of its life, at least two minutes in a
 * full run.
 */
const warmUpMs = isWhole ? Math.max(2 * minute, wholeMs / 16) : wholeMs / 16;

let environment: ChaosEnvironment;
beforeAll(async () => {
  environment = await openChaosEnvironment();
}, 120_000);
afterAll(() => environment.close(), 60_000);

test(
  `the shop survives ${wholeMs / minute} minutes of ${perSecond} requests per second, faults and three power cuts, seed ${seed}`,
  async ({ onTestFailed }) => {
    const history = new History();
    const random = seededRandom(seed);
    const struck: Struck[] = [];
    onTestFailed(() => history.save(`soak-${seed}`, struck));
    const sent: number[] = [];
    connectToShop(environment, (at) => sent.push(at));
    const shown = await termsOfTea();
    const memory = { held: new MemoryOf(), resident: new MemoryOf() };
    const memoryTimer = setInterval(() => sampleMemory(memory), isWhole ? minute : 2000);
    const load = startUserLoad(
      { environment, history, random: seededRandom(seed + 1), retryMs: 1000 },
      perSecond,
    );
    const cuts: Cut[] = [];
    const begin = performance.now();
    for (let quarter = 1; quarter <= 4; quarter++) {
      const faultInjector = unleash(environment, random, { pauseMs: faultIntervalMs, spares: spared });
      await pause(Math.max(0, begin + (wholeMs * quarter) / 4 - performance.now()));
      await faultInjector.stop();
      struck.push(...faultInjector.struck);
      if (quarter < 4) cuts.push(await cutPower(load, { history, struck, sent, shown, quarter }));
    }
    await pause(graceMs / 2);
    await load.stop();
    clearInterval(memoryTimer);

    // Reports every measurement, including failed ones.
    reportAndExpectService(history, struck);
    reportAndExpectMemory(memory);
    expect.soft(cuts.flatMap(({ late }) => late)).toEqual([]);
    for (const { begun } of cuts) expect.soft(begun).toBeLessThanOrEqual(atOnce);
    const browsers = cuts.flatMap((cut) => cut.browsers);
    expect.soft(environment.fallen).toEqual([]);
    expect.soft(load.wrong).toEqual([]);
    expect.soft(browsers.flatMap(({ refusals }) => refusals)).toEqual([]);
    expect.soft(await brokenConfirmations([{ ...load, going: Promise.resolve() }])).toEqual([]);
    expect.soft(await notOnceOf(browsers)).toEqual([]);
    await expectConsistentLedgers(environment, load.buyers);
    const paid = load.buyers.filter(({ isPaid }) => isPaid).length;
    const refunds = (await environment.ledger()).filter(({ kind }) => kind === 'refund').length;
    reportMeasurement(
      'confirmed writes read back',
      `${load.confirmations.length} confirmed writes and ${browsers.length} offline orders found, ${paid} payments and ${refunds} refunds in both ledgers, audit clean`,
      'all, once',
    );
  },
  wholeMs * 1.2 + 15 * minute,
);

interface Day {
  history: History;
  struck: Struck[];
  /** Times at which offline browsers sent a request. */
  sent: number[];
  shown: Terms;
  quarter: number;
}

interface Cut {
  browsers: OfflineBrowser[];
  /** Waiting times over the limit, in milliseconds. */
  late: number[];
  /** Maximum number of orders started within the same second. */
  begun: number;
}

/** Stops and restarts both shops, and waits until the queued orders are confirmed. */
async function cutPower(load: UserLoad, { history, struck, sent, shown, quarter }: Day): Promise<Cut> {
  const random = seededRandom(seed * 1000 + quarter);
  load.hold(true);
  const from = performance.now();
  await Promise.all([0, 1].map(environment.killShop));
  const browsers: OfflineBrowser[] = [];
  for (let at = 0; at < queued; at++) {
    const browser = new OfflineBrowser(shown, random);
    await browser.write();
    // Half of the browsers have a network and retry in vain; the others are offline.
    if (at % 2 === 0) browser.flush();
    browsers.push(browser);
    await pause(Math.max(0, from + (cutMs * (at + 1)) / queued - performance.now()));
  }
  await Promise.all([0, 1].map(environment.startShop));
  const back = performance.now();
  struck.push({ name: 'power cut', from, to: back });
  load.hold(false);
  for (const browser of browsers.filter((_, at) => at % 2 === 1)) browser.comesBack(awayMs);
  await Promise.all(browsers.map((browser) => browser.untilConfirmed(back + 2 * drainedMs)));
  for (const browser of browsers) browser.stop();

  const waits = browsers.map(({ confirmed: confirmation }) => (confirmation?.at ?? Infinity) - back);
  const begun = maxPerSecond(browsers.map(({ begunAt = back }) => begunAt));
  const drained = Math.max(...waits);
  const requests = sent.filter((at) => at >= back);
  const all = [...requests, ...history.attempts.map((attempt) => attempt.from).filter((at) => at >= back)];
  const average = (times: readonly number[]) => Math.round(times.length / (drained / 1000));
  reportMeasurement(
    `${browsers.length} orders queued during a power cut of ${Math.round((back - from) / 1000)} s, cut ${quarter}`,
    `the last confirmed after ${(drained / 1000).toFixed(1)} s; at most ${begun} start in one second; they send ${maxPerSecond(requests)} requests in the busiest second (average ${average(requests)}), with all other traffic ${maxPerSecond(all)} (average ${average(all)})`,
    `60 s, at most ${Math.floor(atOnce)} in one second`,
  );
  return { browsers, late: waits.filter((ms) => ms > drainedMs), begun };
}

/** Maximum number of these moments within one second. */
function maxPerSecond(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  let first = 0;
  let max = 0;
  for (const [at, time] of sorted.entries()) {
    while (time - sorted[first]! >= 1000) first++;
    max = Math.max(max, at - first + 1);
  }
  return max;
}

function reportAndExpectService(history: History, struck: readonly Struck[]): void {
  const calm = history.inCalm(struck);
  const late = new Set(history.slowAttempts(struck));
  const failed = calm.filter((attempt) => attempt.outcome !== 'ok' || late.has(attempt));
  const share = failed.length / calm.length;
  const maxOutage = history.maxOutage(struck);
  reportMeasurement(
    `${wholeMs / minute} minutes with ${struck.length} faults, cuts included, seed ${seed}`,
    `${history.attempts.length} requests, ${calm.length} of them without an active fault: ${failed.length} failed (${(100 * share).toFixed(3)} %); longest outage ${Math.round(maxOutage.ms)} ms, faults excluded`,
    '< 0.1 % failed without an active fault, 10 s',
  );
  expect.soft(history.failures).toEqual([]);
  if (share >= 0.001) expect.soft(failed.slice(0, 20)).toEqual([]);
  if (maxOutage.ms > graceMs) expect.soft(maxOutage).toBeUndefined();
}

/**
 * Memory of the spared shop: heap after collection, and resident memory, which the process does not return
 * at once.
 */
interface Memory {
  held: MemoryOf;
  resident: MemoryOf;
}

function sampleMemory({ held, resident }: Memory): void {
  const { pid, collect } = environment.shops[spared]!;
  resident.note(pid, residentMb(pid));
  void collect().then((bytes) => held.note(pid, bytes && bytes / 2 ** 20));
}

function reportAndExpectMemory({ held, resident }: Memory): void {
  const slope = held.slope(warmUpMs);
  reportMeasurement(
    `memory of the shop without faults, ${held.lives} runs from cut to cut without the first ${Math.round(warmUpMs / 1000)} s of each`,
    `heap: ${describeSlope(slope)}, at most ${Math.round(held.maxMegabytes)} MB; resident: ${describeSlope(resident.slope(warmUpMs))}, at most ${Math.round(resident.maxMegabytes)} MB`,
    isWhole ? 'heap: < 1 MB per hour' : 'heap: < 1 MB per hour, checked in runs of an hour and more',
  );
  // Two standard errors are subtracted, because a slope within them may be random.
  if (isWhole) expect.soft(slope && slope.perHour - 2 * slope.error).toBeLessThan(1);
}

const describeSlope = (slope: ReturnType<MemoryOf['slope']>): string =>
  slope ? `${slope.perHour.toFixed(1)} MB per hour, ± ${slope.error.toFixed(1)}` : 'too few samples';

/** Offline orders that the shop does not have exactly once, as confirmed to their browsers. */
async function notOnceOf(browsers: readonly OfflineBrowser[]): Promise<string[]> {
  const rows = await environment.db
    .selectFrom('sales_order')
    .select(['order_id', 'number', 'state'])
    .execute();
  const ordersById = Map.groupBy(rows, ({ order_id }) => order_id);
  return browsers.flatMap(({ id, confirmed: confirmation }) => {
    const orders = ordersById.get(id) ?? [];
    const isRight =
      orders.length === 1 &&
      orders[0]!.state === 'placed' &&
      ['', orders[0]!.number].includes(confirmation!.number);
    return isRight ? [] : [`${id}: ${JSON.stringify({ confirmation, orders })}`];
  });
}
