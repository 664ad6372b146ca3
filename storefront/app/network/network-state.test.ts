import { expect, test } from 'vitest';
import { hear, isInDoubt, type NetworkEvent, type NetworkState, pauseBefore } from './network-state.ts';

const well: NetworkState = { network: 'online', failed: 0 };
const failed: NetworkEvent = { kind: 'failed' };
const answered: NetworkEvent = { kind: 'answered', took: 80 };

const after = (...events: NetworkEvent[]) => events.reduce(hear, well);

test('one failure is doubt, two in a row are a shop that cannot be reached', () => {
  expect(after(failed)).toEqual({ network: 'online', failed: 1 });
  expect(isInDoubt(after(failed))).toBe(true);
  expect(after(failed, failed).network).toBe('unreachable');
  expect(after(failed, answered, failed).network).toBe('online');
});

test('any answer ends it', () => {
  expect(after(failed, failed, failed, answered)).toEqual(well);
  expect(isInDoubt(after(failed, failed, answered))).toBe(false);
});

test('a browser that says it is connected again is doubted until the shop has answered', () => {
  const back = after({ kind: 'cut' }, { kind: 'connected' });
  expect(back.network).toBe('online');
  expect(isInDoubt(back)).toBe(true);
  expect(hear(back, failed).network).toBe('unreachable');
  expect(hear(back, answered)).toEqual(well);
});

test('without a network what fails says nothing new, and nobody is asked', () => {
  const cut = after({ kind: 'cut' });
  expect(cut.network).toBe('offline');
  expect([failed, answered, { kind: 'waiting' } as const].map((event) => hear(cut, event))).toEqual([
    cut,
    cut,
    cut,
  ]);
  expect(isInDoubt(cut)).toBe(false);
});

test('an answer that is long in coming is slow before it is there, and until one comes quickly', () => {
  const slow = after({ kind: 'waiting' });
  expect(slow.network).toBe('slow');
  expect(isInDoubt(slow)).toBe(true);
  expect(hear(slow, { kind: 'answered', took: 9000 }).network).toBe('slow');
  expect(hear(slow, answered)).toEqual(well);
});

test('asks at once, then ever more rarely, and more rarely still where bytes count', () => {
  const pauses = (low: boolean) => [0, 1, 2, 3, 9].map((asked) => pauseBefore(asked, low));
  expect(pauses(false)).toEqual([0, 3000, 6000, 12_000, 60_000]);
  expect(pauses(true)).toEqual([0, 15_000, 30_000, 60_000, 300_000]);
});
