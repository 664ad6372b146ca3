import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Terms } from '@fynbos/storefront/app/checkout/outbox/offline-order.ts';
import { residentMb } from '@fynbos/test-kit/processes/process-memory.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { seededRandom } from '@fynbos/test-kit/seeded-random.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChaosEnvironment, openChaosEnvironment } from './chaos-environment.ts';
import { type Struck, unleash } from './fault-injector.ts';
import { compareHeaps } from './heap-comparison.ts';
import { expectConsistentLedgers } from './ledger-checks.ts';
import { MemoryTrend } from './memory-trend.ts';
import { connectToShop, OfflineBrowser, termsOfTea } from './offline-browser.ts';
import { startUserLoad, type UserLoad } from './open-loop-load.ts';
import { graceMs, History } from './request-history.ts';
import { SoakRecord } from './soak-record.ts';
import { brokenConfirmations } from './users.ts';

/**
 * A long run (spec reliability 6.25): thirty requests per second and a fault every thirty seconds. Early in
 * the run the power is cut three times. During a cut both shops are down and the load stops. Browsers
 * create orders they cannot send: half of them have a network and retry, half have none until the power is
 * back. After the cuts one shop runs without interruption, and its memory is measured.
 * `npm run test:stress -- soak MINUTES SEED`.
 */
const minute = 60_000;
const minutes = Number(process.env.MINUTES ?? 480);
const wholeMs = minutes * minute;
const seed = Number(process.env.SEED ?? 1);
const isWhole = wholeMs >= 60 * minute;
const isLong = wholeMs >= 150 * minute;
/** A run of less than an hour has shorter cuts and more frequent faults. */
const cutMs = isWhole ? 2 * minute : Math.max(5000, wholeMs / 60);
/** The last cut ends before the first half-hour does. */
const betweenCutsMs = Math.min(5 * minute, wholeMs / 8);
const faultIntervalMs = Math.min(minute / 2, wholeMs / 20);
const perSecond = 30;
/** Orders created during a cut: one per second, and a minimum number in short cuts. */
const queued = Math.max(60, cutMs / 1000);
const awayMs = 2 * minute;
const drainedMs = minute;
/** After a short cut the browsers with a network have a short backoff, so they retry closer together. */
const atOnce = queued / (isWhole ? 5 : 3);
/** The fault injector never kills this shop, so its memory can be measured. Power cuts stop both shops. */
const spared = 1;
/** A process fills its caches first, so its memory is judged from the second half-hour of the run. */
const warmUpMs = Math.min(30 * minute, wholeMs / 2);

let environment: ChaosEnvironment;
beforeAll(async () => {
  environment = await openChaosEnvironment();
}, 120_000);
afterAll(() => environment.close(), 60_000);

test(
  `the shop survives ${minutes} minutes of ${perSecond} requests per second, faults and three power cuts, seed ${seed}`,
  async ({ onTestFailed, onTestFinished }) => {
    const history = new History();
    const record = new SoakRecord();
    const random = seededRandom(seed);
    const struck: Struck[] = [];
    onTestFailed(() => history.save(`soak-${seed}`, struck));
    onTestFinished(({ task }) =>
      isWhole ? record.save({ minutes, seed, isPassed: task.result?.state === 'pass' }) : undefined,
    );
    const sent: number[] = [];
    connectToShop(environment, (at) => sent.push(at));
    const shown = await termsOfTea();
    const memory = { data: new MemoryTrend(), code: new MemoryTrend(), resident: new MemoryTrend() };
    const memoryTimer = setInterval(() => sampleMemory(memory), isWhole ? minute : 2000);
    const load = startUserLoad(
      { environment, history, random: seededRandom(seed + 1), retryMs: 1000 },
      perSecond,
    );
    const begin = performance.now();
    const strikeUntil = async (at: number) => {
      const faultInjector = unleash(environment, random, { pauseMs: faultIntervalMs, spares: spared });
      await pause(Math.max(0, at - performance.now()));
      await faultInjector.stop();
      struck.push(...faultInjector.struck);
    };
    const cuts: Cut[] = [];
    for (const turn of [1, 2, 3]) {
      await strikeUntil(performance.now() + betweenCutsMs);
      cuts.push(await cutPower(load, { history, record, struck, sent, shown, turn }));
    }
    await strikeUntil(begin + warmUpMs);
    const heaps = await temporaryFolder();
    onTestFinished(heaps.remove);
    const [before, after] = ['before', 'after'].map((name) => join(heaps.folder, `${name}.heapsnapshot`)) as [
      ...[string, string],
    ];
    struck.push(await takeHeapSnapshot(before));
    await strikeUntil(begin + wholeMs);
    await pause(graceMs / 2);
    await load.stop();
    clearInterval(memoryTimer);
    await takeHeapSnapshot(after);

    // Reports every measurement, including failed ones.
    reportAndExpectService(record, history, struck);
    reportAndExpectMemory(record, memory, begin);
    record.report(
      'heap snapshots after the warm-up and at the end',
      (await compareHeaps(before, after)).join('; '),
      'none',
    );
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
    record.report(
      'confirmed writes read back',
      `${load.confirmations.length} confirmed writes and ${browsers.length} offline orders found, ${paid} payments and ${refunds} refunds in both ledgers, audit clean`,
      'all, once',
    );
  },
  wholeMs * 1.2 + 15 * minute,
);

/** @returns the time that it took, in which the shop did not respond */
async function takeHeapSnapshot(file: string): Promise<Struck> {
  const from = performance.now();
  await environment.shops[spared]!.writeHeapSnapshot(file);
  return { name: 'heap snapshot', from, to: performance.now() };
}

interface Day {
  history: History;
  record: SoakRecord;
  struck: Struck[];
  /** Times at which offline browsers sent a request. */
  sent: number[];
  shown: Terms;
  turn: number;
}

interface Cut {
  browsers: OfflineBrowser[];
  /** Waiting times over the limit, in milliseconds. */
  late: number[];
  /** Maximum number of orders started within the same second. */
  begun: number;
}

/** Stops and restarts both shops, and waits until the queued orders are confirmed. */
async function cutPower(load: UserLoad, { history, record, struck, sent, shown, turn }: Day): Promise<Cut> {
  const random = seededRandom(seed * 1000 + turn);
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
  record.report(
    `${browsers.length} orders queued during a power cut of ${Math.round((back - from) / 1000)} s, cut ${turn}`,
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

function reportAndExpectService(record: SoakRecord, history: History, struck: readonly Struck[]): void {
  const calm = history.inCalm(struck);
  const late = new Set(history.slowAttempts(struck));
  const failed = calm.filter((attempt) => attempt.outcome !== 'ok' || late.has(attempt));
  const maxOutage = history.maxOutage(struck);
  record.report(
    `${minutes} minutes with ${struck.length} faults, cuts included, seed ${seed}`,
    `${history.attempts.length} requests, ${calm.length} of them without an active fault: ${failed.length} failed; longest outage ${Math.round(maxOutage.ms)} ms, faults excluded`,
    'none failed without an active fault, 10 s',
  );
  expect.soft(history.failures).toEqual([]);
  expect.soft(failed.slice(0, 20)).toEqual([]);
  if (maxOutage.ms > graceMs) expect.soft(maxOutage).toBeUndefined();
}

/** Memory of the spared shop: its heap after a collection, and what the process holds of the machine. */
interface Memory {
  data: MemoryTrend;
  code: MemoryTrend;
  resident: MemoryTrend;
}

function sampleMemory({ data, code, resident }: Memory): void {
  const { pid, collect } = environment.shops[spared]!;
  resident.note(pid, residentMb(pid));
  void collect().then((held) => {
    data.note(pid, held && held.data / 2 ** 20);
    code.note(pid, held && held.code / 2 ** 20);
  });
}

/**
 * What the shop holds may not grow. V8 compiles a rare function when it first runs, and optimises it later,
 * so the compiled code grows for more than an hour; that it stops is checked in the last hour of a long run.
 */
function reportAndExpectMemory(record: SoakRecord, { data, code, resident }: Memory, begin: number): void {
  const from = begin + warmUpMs;
  const lastHour = begin + Math.max(warmUpMs, wholeMs - 60 * minute);
  const slopes = { data: data.slope(from), code: code.slope(lastHour) };
  const medians = data.medians(isWhole ? 15 * minute : wholeMs / 8).map((megabytes) => megabytes.toFixed(1));
  record.report(
    `memory of the shop without faults after the first ${warmUpMs / minute} minutes`,
    [
      `data of the heap: ${describeSlope(slopes.data)}, at most ${Math.round(data.maxMegabytes)} MB`,
      `medians of each ${isWhole ? 'quarter of an hour' : 'eighth of the run'} since its start ${medians.join(', ')} MB`,
      `compiled code, in the last hour: ${describeSlope(slopes.code)}, at most ${Math.round(code.maxMegabytes)} MB`,
      `resident: ${describeSlope(resident.slope(from))}, at most ${Math.round(resident.maxMegabytes)} MB`,
    ].join('; '),
    `data: < 1 MB per hour${isWhole ? '' : ', checked in runs of an hour and more'}${isLong ? '; code: < 1 MB per hour' : ''}`,
  );
  if (isWhole) expectNoGrowth(slopes.data);
  if (isLong) expectNoGrowth(slopes.code);
}

/** Two standard errors are subtracted, because a slope within them may be random. */
const expectNoGrowth = (slope: ReturnType<MemoryTrend['slope']>): void =>
  expect.soft(slope && slope.perHour - 2 * slope.error).toBeLessThan(1);

const describeSlope = (slope: ReturnType<MemoryTrend['slope']>): string =>
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
