import { setTimeout as pause } from 'node:timers/promises';
import type { Shopper } from '@fynbos/api/payments/testing/shopper.ts';
import { reportMeasurement } from '@fynbos/api/testing/figure.ts';
import { isLong } from '@fynbos/api/testing/long.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom as chanceOf } from '../e2e/chance.ts';
import { booksAreRight } from './faults/books.ts';
import { graceMs, History, type Try } from './faults/history.ts';
import { unleash } from './faults/nemesis.ts';
import {
  brokenPromises,
  changesName,
  looks,
  orders,
  pays,
  type Surroundings,
  shops,
} from './faults/people.ts';
import { openStage, type Stage } from './faults/stage.ts';

/**
 * People use two shops while processes are killed, lines break and clocks are set (spec reliability 5). In the end nothing that was
 * confirmed is lost, nothing was done twice, and the books are right (spec reliability 4). `npm run torture -- faults SECONDS SEED`
 * plays it for longer; the same seed brings the same misfortunes and the same people, in the same order.
 */
const seconds = Number(process.env.SECONDS ?? (isLong ? 600 : 10));
const seed = Number(process.env.SEED ?? 1);
const crowd = isLong ? 3 : 1;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage.close(), 60_000);

test(
  `${seconds} seconds of misfortunes from seed ${seed}: what was confirmed is there, once`,
  async ({ onTestFailed }) => {
    const history = new History();
    let isOver = false;
    const surroundings = (own: number): Surroundings => ({
      ...{ stage, history, chance: chanceOf(seed * 1000 + own), isOver: () => isOver },
    });
    const buyers: Shopper[] = [];
    const people = Array.from({ length: crowd }, (_, at) => [
      orders(`orderer ${at}`, surroundings(at * 10)),
      shops(`shopper ${at}`, surroundings(at * 10 + 1)),
      changesName(`customer ${at}`, surroundings(at * 10 + 2)),
      looks(`visitor ${at}`, surroundings(at * 10 + 3)),
      pays(surroundings(at * 10 + 4), buyers),
      pays(surroundings(at * 10 + 5), buyers),
    ]).flat();
    await pause(1000);
    const nemesis = unleash(stage, chanceOf(seed));
    onTestFailed(() => history.save(`faults-${seed}`, nemesis.struck));
    const everybody = Promise.all(people.map(({ going }) => going));
    // Who meets what must not be ends it, once what is broken just then is whole again.
    await Promise.race([pause(seconds * 1000), everybody]).finally(nemesis.stop);
    // Everybody is served again, without anybody's hand.
    await Promise.race([pause(graceMs / 2), everybody]);
    isOver = true;
    await everybody;

    const { tries } = history;
    const said = (outcome: Try['outcome']) => tries.filter((one) => one.outcome === outcome).length;
    const longest = history.longestAway(nemesis.struck);
    reportMeasurement(
      `${seconds} s with ${nemesis.struck.length} misfortunes, seed ${seed}`,
      `${tries.length} calls, ${said('unknown')} turned away, ${history.failures.length} failures; nobody was away for more than ${Math.round(longest.ms)} ms, misfortunes not counted`,
      'no failure but 503, 10 s',
    );
    expect(stage.fallen).toEqual([]);
    expect(history.failures).toEqual([]);
    expect(history.turnedAway(nemesis.struck)).toEqual([]);
    expect(history.keptWaiting(nemesis.struck)).toEqual([]);
    if (longest.ms > graceMs) expect(longest).toBeUndefined();

    const promised = people.flatMap((person) => person.promised);
    expect(await brokenPromises(people)).toEqual([]);
    await booksAreRight(stage, buyers);
    const paid = buyers.filter(({ isPaid }) => isPaid).length;
    const refunds = (await stage.ledger()).filter(({ kind }) => kind === 'refund').length;
    reportMeasurement(
      'what people were told is done, read back',
      `${promised.length} promises kept, ${paid} payments and ${refunds} refunds in both books, audit clean`,
      'all',
    );
  },
  60_000 + seconds * 2000,
);
