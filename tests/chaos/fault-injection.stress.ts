import { setTimeout as pause } from 'node:timers/promises';
import type { Shopper } from '@fynbos/test-kit/payments/paying-shopper.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { seededRandom as randomOf } from '@fynbos/test-kit/seeded-random.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChaosEnvironment, openChaosEnvironment } from './chaos-environment.ts';
import { unleash } from './fault-injector.ts';
import { expectConsistentLedgers } from './ledger-checks.ts';
import { graceMs, History, type Try } from './request-history.ts';
import {
  brokenConfirmations,
  browses,
  changesName,
  orders,
  pays,
  type Surroundings,
  shops,
} from './users.ts';

/**
 * Users work with two shops while processes are killed, connections break and clocks change (spec reliability 5). In the end no confirmed result is lost, nothing is done twice, and the ledgers agree (spec reliability 4).
 * `npm run test:stress -- faults SECONDS SEED` runs it for longer; the same seed repeats the same faults and
 * users in the same order.
 */
const seconds = Number(process.env.SECONDS ?? repetitions(60, 600));
const seed = Number(process.env.SEED ?? 1);
const usersPerKind = 3;

let environment: ChaosEnvironment;
beforeAll(async () => {
  environment = await openChaosEnvironment();
}, 120_000);
afterAll(() => environment.close(), 60_000);

test(
  `${seconds} seconds of faults from seed ${seed}: every confirmed result exists exactly once`,
  async ({ onTestFailed }) => {
    const history = new History();
    let isOver = false;
    const surroundings = (index: number): Surroundings => ({
      ...{ environment, history, random: randomOf(seed * 1000 + index), isOver: () => isOver },
    });
    const buyers: Shopper[] = [];
    const users = Array.from({ length: usersPerKind }, (_, at) => [
      orders(`orderer ${at}`, surroundings(at * 10)),
      shops(`shopper ${at}`, surroundings(at * 10 + 1)),
      changesName(`customer ${at}`, surroundings(at * 10 + 2)),
      browses(`visitor ${at}`, surroundings(at * 10 + 3)),
      pays(surroundings(at * 10 + 4), buyers),
      pays(surroundings(at * 10 + 5), buyers),
    ]).flat();
    await pause(1000);
    const faultInjector = unleash(environment, randomOf(seed));
    onTestFailed(() => history.save(`faults-${seed}`, faultInjector.struck));
    const everybody = Promise.all(users.map(({ going }) => going));
    // A failed user ends the run, once the current fault has been repaired.
    await Promise.race([pause(seconds * 1000), everybody]).finally(faultInjector.stop);
    // All users are served again without intervention.
    await Promise.race([pause(graceMs / 2), everybody]);
    isOver = true;
    await everybody;

    const { attempts } = history;
    const countOf = (outcome: Try['outcome']) =>
      attempts.filter((attempt) => attempt.outcome === outcome).length;
    const outage = history.maxOutage(faultInjector.struck);
    reportMeasurement(
      `${seconds} s with ${faultInjector.struck.length} faults, seed ${seed}`,
      `${attempts.length} calls, ${countOf('unknown')} rejected, ${history.failures.length} failures; longest outage of a user ${Math.round(outage.ms)} ms, not counting faults`,
      'no failure but 503, 10 s',
    );
    expect(environment.fallen).toEqual([]);
    expect(history.failures).toEqual([]);
    expect(history.turnedAway(faultInjector.struck)).toEqual([]);
    expect(history.slowAttempts(faultInjector.struck)).toEqual([]);
    if (outage.ms > graceMs) expect(outage).toBeUndefined();

    const confirmations = users.flatMap((person) => person.confirmations);
    expect(await brokenConfirmations(users)).toEqual([]);
    await expectConsistentLedgers(environment, buyers);
    const paid = buyers.filter(({ isPaid }) => isPaid).length;
    const refunds = (await environment.ledger()).filter(({ kind }) => kind === 'refund').length;
    reportMeasurement(
      'confirmed results, read back',
      `${confirmations.length} confirmations verified, ${paid} payments and ${refunds} refunds in both ledgers, audit clean`,
      'all',
    );
  },
  60_000 + seconds * 2000,
);
