import { setTimeout as pause } from 'node:timers/promises';
import { reportMeasurement } from '@fynbos/api/testing/figure.ts';
import { residentMb } from '@fynbos/api/testing/memory.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom as chanceOf } from '../e2e/chance.ts';
import type { Terms } from '../storefront/app/checkout/offline-order.ts';
import { booksAreRight } from './faults/books.ts';
import { type Crowd, openCrowd } from './faults/crowd.ts';
import { graceMs, History } from './faults/history.ts';
import { MemoryOf } from './faults/memory.ts';
import { type Struck, unleash } from './faults/nemesis.ts';
import { OfflineBrowser, termsOfTea, wayToShop } from './faults/offline-browser.ts';
import { brokenPromises } from './faults/people.ts';
import { openStage, type Stage } from './faults/stage.ts';

/**
 * A long day (spec reliability 6.25): thirty requests a second, a misfortune a minute, and three times the power is cut, at a
 * quarter, half and three quarters of it. Then both shops are off, nobody comes, and orders are made in browsers that cannot
 * send them: half of those have a network and try, half have none until the power is back. `npm run torture -- soak MINUTES SEED`.
 */
const minute = 60_000;
const wholeMs = Number(process.env.MINUTES ?? 480) * minute;
const seed = Number(process.env.SEED ?? 1);
const isWhole = wholeMs >= 60 * minute;
/** What is shorter than an hour has shorter cuts, and misfortunes closer together. */
const cutMs = isWhole ? 2 * minute : Math.max(5000, wholeMs / 60);
const misfortuneMs = Math.min(minute, wholeMs / 20);
const perSecond = 30;
/** Orders made during a cut: one a second, and in short ones as many as say something. */
const queued = Math.max(60, cutMs / 1000);
const awayMs = 2 * minute;
const drainedMs = minute;
/** After a short cut those who had a network all along have not waited long, and come back closer together. */
const atOnce = queued / (isWhole ? 5 : 3);
/** One shop in service is never killed by the nemesis, so that its memory is seen for long; the cuts end both. */
const spared = 1;
/** A process that has just started fills what it keeps; a quarter of its life where that is longer than two minutes. */
const warmUpMs = isWhole ? Math.max(2 * minute, wholeMs / 16) : wholeMs / 16;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage.close(), 60_000);

test(
  `${wholeMs / minute} minutes of ${perSecond} requests a second, misfortunes and three power cuts, from seed ${seed}`,
  async ({ onTestFailed }) => {
    const history = new History();
    const chance = chanceOf(seed);
    const struck: Struck[] = [];
    onTestFailed(() => history.save(`soak-${seed}`, struck));
    const sent: number[] = [];
    wayToShop(stage, (at) => sent.push(at));
    const shown = await termsOfTea();
    const memory = { held: new MemoryOf(), resident: new MemoryOf() };
    const watch = setInterval(() => look(memory), isWhole ? minute : 2000);
    const crowd = openCrowd({ stage, history, chance: chanceOf(seed + 1), retryMs: 1000 }, perSecond);
    const cuts: Cut[] = [];
    const begin = performance.now();
    for (let quarter = 1; quarter <= 4; quarter++) {
      const nemesis = unleash(stage, chance, { pauseMs: misfortuneMs, spares: spared });
      await pause(Math.max(0, begin + (wholeMs * quarter) / 4 - performance.now()));
      await nemesis.stop();
      struck.push(...nemesis.struck);
      if (quarter < 4) cuts.push(await cutPower(crowd, { history, struck, sent, shown, quarter }));
    }
    await pause(graceMs / 2);
    await crowd.stop();
    clearInterval(watch);

    // All of it is told, whatever of it is not as it shall be.
    tellAndExpectService(history, struck);
    tellAndExpectMemory(memory);
    expect.soft(cuts.flatMap(({ late }) => late)).toEqual([]);
    for (const { begun } of cuts) expect.soft(begun).toBeLessThanOrEqual(atOnce);
    const browsers = cuts.flatMap((cut) => cut.browsers);
    expect.soft(stage.fallen).toEqual([]);
    expect.soft(crowd.wrong).toEqual([]);
    expect.soft(browsers.flatMap(({ refusals }) => refusals)).toEqual([]);
    expect.soft(await brokenPromises([{ ...crowd, going: Promise.resolve() }])).toEqual([]);
    expect.soft(await notOnceOf(browsers)).toEqual([]);
    await booksAreRight(stage, crowd.buyers);
    const paid = crowd.buyers.filter(({ isPaid }) => isPaid).length;
    const refunds = (await stage.ledger()).filter(({ kind }) => kind === 'refund').length;
    reportMeasurement(
      'what people were told is done, read back',
      `${crowd.promised.length} promises and ${browsers.length} orders made without the shop kept, ${paid} payments and ${refunds} refunds in both books, audit clean`,
      'all, once',
    );
  },
  wholeMs * 1.2 + 15 * minute,
);

interface Day {
  history: History;
  struck: Struck[];
  /** When browsers that had to wait sent something. */
  sent: number[];
  shown: Terms;
  quarter: number;
}

interface Cut {
  browsers: OfflineBrowser[];
  /** How long those waited for an answer, in milliseconds, that waited too long. */
  late: number[];
  /** How many began in the same second at most. */
  begun: number;
}

/** Both shops go off and come back, and what was ordered meanwhile is sent. */
async function cutPower(crowd: Crowd, { history, struck, sent, shown, quarter }: Day): Promise<Cut> {
  const chance = chanceOf(seed * 1000 + quarter);
  crowd.hold(true);
  const from = performance.now();
  await Promise.all([0, 1].map(stage.killShop));
  const browsers: OfflineBrowser[] = [];
  for (let at = 0; at < queued; at++) {
    const browser = new OfflineBrowser(shown, chance);
    await browser.write();
    // Who has a network tries, in vain; the other half has none.
    if (at % 2 === 0) browser.wake();
    browsers.push(browser);
    await pause(Math.max(0, from + (cutMs * (at + 1)) / queued - performance.now()));
  }
  await Promise.all([0, 1].map(stage.startShop));
  const back = performance.now();
  struck.push({ name: 'the power is cut', from, to: back });
  crowd.hold(false);
  for (const browser of browsers.filter((_, at) => at % 2 === 1)) browser.comesBack(awayMs);
  await Promise.all(browsers.map((browser) => browser.untilAnswered(back + 2 * drainedMs)));
  for (const browser of browsers) browser.stop();

  const waits = browsers.map(({ answered }) => (answered?.at ?? Infinity) - back);
  const begun = mostInASecond(browsers.map(({ begunAt = back }) => begunAt));
  const drained = Math.max(...waits);
  const requests = sent.filter((at) => at >= back);
  const all = [...requests, ...history.tries.map((one) => one.from).filter((at) => at >= back)];
  const average = (times: readonly number[]) => Math.round(times.length / (drained / 1000));
  reportMeasurement(
    `${browsers.length} orders that waited ${Math.round((back - from) / 1000)} s for power, cut ${quarter}`,
    `the last is confirmed after ${(drained / 1000).toFixed(1)} s; at most ${begun} begin in one second; they send ${mostInASecond(requests)} requests in the busiest second (average ${average(requests)}), with everybody else ${mostInASecond(all)} (average ${average(all)})`,
    `60 s, at most ${Math.floor(atOnce)} in one second`,
  );
  return { browsers, late: waits.filter((ms) => ms > drainedMs), begun };
}

/** The most of these moments that lie within one second. */
function mostInASecond(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  let first = 0;
  let most = 0;
  for (const [at, time] of sorted.entries()) {
    while (time - sorted[first]! >= 1000) first++;
    most = Math.max(most, at - first + 1);
  }
  return most;
}

function tellAndExpectService(history: History, struck: readonly Struck[]): void {
  const calm = history.inCalm(struck);
  const late = new Set(history.keptWaiting(struck));
  const failed = calm.filter((one) => one.outcome !== 'ok' || late.has(one));
  const share = failed.length / calm.length;
  const longest = history.longestAway(struck);
  reportMeasurement(
    `${wholeMs / minute} minutes with ${struck.length} misfortunes, cuts included, seed ${seed}`,
    `${history.tries.length} requests of the crowd, ${calm.length} of them in calm: ${failed.length} failed (${(100 * share).toFixed(3)} %); nobody was away for more than ${Math.round(longest.ms)} ms, misfortunes not counted`,
    '< 0.1 % failed in calm, 10 s',
  );
  expect.soft(history.failures).toEqual([]);
  if (share >= 0.001) expect.soft(failed.slice(0, 20)).toEqual([]);
  if (longest.ms > graceMs) expect.soft(longest).toBeUndefined();
}

/** What the spared shop holds once its garbage is gone, and what it has from the system, which it keeps for the next garbage. */
interface Memory {
  held: MemoryOf;
  resident: MemoryOf;
}

function look({ held, resident }: Memory): void {
  const { pid, collect } = stage.shops[spared]!;
  resident.note(pid, residentMb(pid));
  void collect().then((bytes) => held.note(pid, bytes && bytes / 2 ** 20));
}

function tellAndExpectMemory({ held, resident }: Memory): void {
  const slope = held.slope(warmUpMs);
  reportMeasurement(
    `memory of the shop that misfortunes do not kill, ${held.lives} lives from cut to cut without the first ${Math.round(warmUpMs / 1000)} s of each`,
    `held: ${inWords(slope)}, at most ${Math.round(held.most)} MB; resident: ${inWords(resident.slope(warmUpMs))}, at most ${Math.round(resident.most)} MB`,
    isWhole ? 'held: < 1 MB an hour' : 'held: < 1 MB an hour, asked of an hour and more',
  );
  // What may be chance alone, two standard errors, proves nothing.
  if (isWhole) expect.soft(slope && slope.perHour - 2 * slope.error).toBeLessThan(1);
}

const inWords = (slope: ReturnType<MemoryOf['slope']>): string =>
  slope
    ? `${slope.perHour.toFixed(1)} MB an hour, give or take ${slope.error.toFixed(1)}`
    : 'too little was seen';

/** Orders made without the shop that are there otherwise than once, as their browsers were told. */
async function notOnceOf(browsers: readonly OfflineBrowser[]): Promise<string[]> {
  const rows = await stage.db.selectFrom('sales_order').select(['order_id', 'number', 'state']).execute();
  const found = Map.groupBy(rows, ({ order_id }) => order_id);
  return browsers.flatMap(({ id, answered }) => {
    const ours = found.get(id) ?? [];
    const isRight =
      ours.length === 1 && ours[0]!.state === 'placed' && ['', ours[0]!.number].includes(answered!.number);
    return isRight ? [] : [`${id}: ${JSON.stringify({ answered, ours })}`];
  });
}
