import { expect, test } from 'vitest';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import type { PaymentState } from './payment-outcome.ts';
import { pauses, pollPayment, type Seen } from './payment-polling.ts';

const state = (status: PaymentState['status']) => ({ status, isOrdered: false }) as PaymentState;

/**
 * Returns the given responses in order and repeats the last one.
 * @returns the states seen, and the length of each wait
 */
async function watched(responses: (PaymentState | string)[], network: boolean[] = [true]) {
  const seen: string[] = [];
  const waits: (number | undefined)[] = [];
  const next = <One>(list: One[]): One => (list.length > 1 ? list.shift()! : list[0]!);
  const requestStatus = async () => {
    const response = next(responses);
    if (typeof response === 'string') throw new ApiProblem(response, { status: statuses[response] ?? 503 });
    return response;
  };
  await pollPayment(
    requestStatus,
    (current: Seen) => seen.push(current.kind === 'answered' ? current.state.status : current.kind),
    async (seconds) => void waits.push(seconds),
    () => next(network),
  );
  return { seen, waits };
}

const statuses: Record<string, number> = {
  not_logged_in: 401,
  payment_not_found: 404,
  too_many_attempts: 429,
};

test('pollPayment requests a settled payment once', async () => {
  expect(await watched([state('paid')])).toEqual({ seen: ['paid'], waits: [] });
});

test('pollPayment polls an open payment at growing intervals until it is settled', async () => {
  const open = state('pending');
  expect(await watched([open, open, open, open, open, open, state('declined')])).toEqual({
    seen: [...Array.from({ length: 6 }, () => 'pending'), 'declined'],
    waits: [1, 2, 3, 5, 8, 8],
  });
});

test('pollPayment stops after about two minutes', async () => {
  const { seen, waits } = await watched([state('pending')]);
  expect(waits).toEqual(pauses);
  expect(seen).toHaveLength(pauses.length + 1);
  expect(pauses.reduce((sum, pause) => sum + pause)).toBe(123);
});

test('pollPayment retries when the shop does not respond', async () => {
  expect((await watched(['unreachable', 'too_many_attempts', state('paid')])).seen).toEqual([
    'silent',
    'silent',
    'paid',
  ]);
});

test.each([
  ['not_logged_in', 'login'],
  ['payment_not_found', 'unknown'],
])('pollPayment stops on %s', async (problem, seen) => {
  expect(await watched([problem])).toEqual({ seen: [seen], waits: [] });
});

test('pollPayment waits for a network without using up its attempts', async () => {
  expect(await watched([state('paid')], [false, false, false, true])).toEqual({
    seen: ['offline', 'offline', 'offline', 'paid'],
    waits: [undefined, undefined, undefined],
  });
});
