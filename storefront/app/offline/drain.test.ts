import { describe, expect, test, vi } from 'vitest';
import { waitAfter, waitOnReturn } from './backoff.ts';
import { Drain } from './drain.ts';
import { queue } from './one-tab.ts';

/** A drain whose steps are given, and whose clock is turned by hand. */
function draining(step: () => Promise<boolean>) {
  const waits: { milliseconds: number; run: () => void }[] = [];
  const told = vi.fn();
  const drain = new Drain({
    step,
    told,
    inTurn: queue(),
    chance: () => 0.5,
    later: (milliseconds, run) => {
      const wait = { milliseconds, run };
      waits.push(wait);
      return () => void waits.splice(waits.indexOf(wait), 1);
    },
  });
  return { drain, waits, told };
}

describe('what waits is sent', () => {
  test('one at a time, until there is nothing more', async () => {
    let [under, most, left] = [0, 0, 5];
    const { drain } = draining(async () => {
      most = Math.max(most, ++under);
      await Promise.resolve();
      under -= 1;
      return --left > 0;
    });
    await Promise.all([drain.wake(), drain.wake(), drain.wake()]);
    expect([most, left]).toEqual([1, 0]);
  });

  test('again after a failure, later each time, and never given up', async () => {
    const { drain, waits, told } = draining(() => Promise.reject(new Error('no network')));
    const seen: number[] = [];
    await drain.wake();
    for (let time = 0; time < 9; time++) {
      const [{ milliseconds, run }] = waits.splice(0, 1) as [(typeof waits)[0]];
      seen.push(milliseconds);
      run();
      await vi.waitFor(() => expect(waits).toHaveLength(1));
    }
    expect(seen).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500, 22_500]);
    expect(told.mock.lastCall?.[0]).toBe(10);
  });

  test('at once when it is woken, whatever it waits for', async () => {
    let isThere = false;
    const { drain, waits, told } = draining(() =>
      isThere ? Promise.resolve(false) : Promise.reject(new Error()),
    );
    await drain.wake();
    isThere = true;
    await drain.wake();
    expect([waits, told.mock.lastCall]).toEqual([[], [0]]);
  });

  test('also when it is woken in the moment it ends', async () => {
    let steps = 0;
    const { drain } = draining(async () => {
      steps += 1;
      return false;
    });
    const ended = drain.wake();
    void ended.then(() => drain.wake());
    await ended;
    await drain.wake();
    expect(steps).toBeGreaterThanOrEqual(2);
  });
});

test('browsers that come back together do not ask together', () => {
  expect([waitAfter(3, 0), waitAfter(3, 0.999)]).toEqual([2000, expect.closeTo(4000, -1)]);
  expect(waitAfter(1000, 0.999)).toBeLessThanOrEqual(30_000);
});

test('a town that gets its power back does not ask in one moment; who was in a lift asks at once', () => {
  const twoMinutes = [0, 0.5, 0.999].map((chance) => waitOnReturn(120_000, chance));
  expect(twoMinutes).toEqual([0, 15_000, expect.closeTo(30_000, -2)]);
  expect(waitOnReturn(24 * 60 * 60_000, 0.999)).toBeLessThanOrEqual(30_000);
  expect(waitOnReturn(2000, 0.999)).toBeLessThanOrEqual(500);
});
