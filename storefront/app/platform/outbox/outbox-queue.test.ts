import { describe, expect, test, vi } from 'vitest';
import { Drain } from './outbox-queue.ts';
import { backoffAfter, backoffOnReturn } from './retry-triggers.ts';
import { queue } from './tab-lock.ts';

/** A drain with the given request and a manual clock. */
function draining(send: () => Promise<boolean>) {
  const waits: { milliseconds: number; run: () => void }[] = [];
  const onRound = vi.fn();
  const drain = new Drain({
    send,
    onRound,
    inTurn: queue(),
    random: () => 0.5,
    later: (milliseconds, run) => {
      const wait = { milliseconds, run };
      waits.push(wait);
      return () => void waits.splice(waits.indexOf(wait), 1);
    },
  });
  return { drain, waits, onRound };
}

describe('the drain of an outbox', () => {
  test('the drain sends one entry at a time until nothing is left', async () => {
    let [under, max, left] = [0, 0, 5];
    const { drain } = draining(async () => {
      max = Math.max(max, ++under);
      await Promise.resolve();
      under -= 1;
      return --left > 0;
    });
    await Promise.all([drain.flush(), drain.flush(), drain.flush()]);
    expect([max, left]).toEqual([1, 0]);
  });

  test('the drain retries after a failure with a growing delay and never stops', async () => {
    const { drain, waits, onRound } = draining(() => Promise.reject(new Error('no network')));
    const seen: number[] = [];
    await drain.flush();
    for (let time = 0; time < 9; time++) {
      const [{ milliseconds, run }] = waits.splice(0, 1) as [(typeof waits)[0]];
      seen.push(milliseconds);
      run();
      await vi.waitFor(() => expect(waits).toHaveLength(1));
    }
    expect(seen).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500, 22_500]);
    expect(onRound.mock.lastCall?.[0]).toBe(10);
  });

  test('the drain runs at once when flushed, even during a delay', async () => {
    let isThere = false;
    const { drain, waits, onRound } = draining(() =>
      isThere ? Promise.resolve(false) : Promise.reject(new Error()),
    );
    await drain.flush();
    isThere = true;
    await drain.flush();
    expect([waits, onRound.mock.lastCall]).toEqual([[], [0]]);
  });

  test('the drain runs again when flushed at the moment it ends', async () => {
    let steps = 0;
    const { drain } = draining(async () => {
      steps += 1;
      return false;
    });
    const ended = drain.flush();
    void ended.then(() => drain.flush());
    await ended;
    await drain.flush();
    expect(steps).toBeGreaterThanOrEqual(2);
  });
});

test('waitAfter spreads the retries of many browsers', () => {
  expect([backoffAfter(3, 0), backoffAfter(3, 0.999)]).toEqual([2000, expect.closeTo(4000, -1)]);
  expect(backoffAfter(1000, 0.999)).toBeLessThanOrEqual(30_000);
});

test('waitOnReturn spreads requests after a long outage and is short after a brief one', () => {
  const twoMinutes = [0, 0.5, 0.999].map((random) => backoffOnReturn(120_000, random));
  expect(twoMinutes).toEqual([0, 15_000, expect.closeTo(30_000, -2)]);
  expect(backoffOnReturn(24 * 60 * 60_000, 0.999)).toBeLessThanOrEqual(30_000);
  expect(backoffOnReturn(2000, 0.999)).toBeLessThanOrEqual(500);
});
