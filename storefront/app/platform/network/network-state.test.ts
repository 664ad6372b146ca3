import { expect, test } from 'vitest';
import {
  applyNetworkEvent,
  isInDoubt,
  type NetworkEvent,
  type NetworkState,
  pauseBefore,
} from './network-state.ts';

const well: NetworkState = { network: 'online', failed: 0 };
const failed: NetworkEvent = { kind: 'failed' };
const received: NetworkEvent = { kind: 'answered', took: 80 };

const after = (...events: NetworkEvent[]) => events.reduce(applyNetworkEvent, well);

test('network state stays online but in doubt after one failure and becomes unreachable after two in a row', () => {
  expect(after(failed)).toEqual({ network: 'online', failed: 1 });
  expect(isInDoubt(after(failed))).toBe(true);
  expect(after(failed, failed).network).toBe('unreachable');
  expect(after(failed, received, failed).network).toBe('online');
});

test('any response resets the network state to online', () => {
  expect(after(failed, failed, failed, received)).toEqual(well);
  expect(isInDoubt(after(failed, failed, received))).toBe(false);
});

test('network state after a reconnect is in doubt until the shop has responded', () => {
  const back = after({ kind: 'cut' }, { kind: 'connected' });
  expect(back.network).toBe('online');
  expect(isInDoubt(back)).toBe(true);
  expect(applyNetworkEvent(back, failed).network).toBe('unreachable');
  expect(applyNetworkEvent(back, received)).toEqual(well);
});

test('network state offline ignores failures and responses, and is not in doubt', () => {
  const cut = after({ kind: 'cut' });
  expect(cut.network).toBe('offline');
  expect(
    [failed, received, { kind: 'waiting' } as const].map((event) => applyNetworkEvent(cut, event)),
  ).toEqual([cut, cut, cut]);
  expect(isInDoubt(cut)).toBe(false);
});

test('network state becomes slow before a late response arrives and recovers with a quick one', () => {
  const slow = after({ kind: 'waiting' });
  expect(slow.network).toBe('slow');
  expect(isInDoubt(slow)).toBe(true);
  expect(applyNetworkEvent(slow, { kind: 'answered', took: 9000 }).network).toBe('slow');
  expect(applyNetworkEvent(slow, received)).toEqual(well);
});

test('pauseBefore polls at once, then at growing intervals, and less often with low data', () => {
  const pauses = (low: boolean) => [0, 1, 2, 3, 9].map((attempts) => pauseBefore(attempts, low));
  expect(pauses(false)).toEqual([0, 3000, 6000, 12_000, 60_000]);
  expect(pauses(true)).toEqual([0, 15_000, 30_000, 60_000, 300_000]);
});
