import { expect, test } from 'vitest';
import { ApiProblem } from '../api-problem.ts';
import type { PaymentState } from './outcome.ts';
import { pauses, type Seen, watch } from './watch.ts';

const state = (status: PaymentState['status']) => ({ status, isOrdered: false }) as PaymentState;

/** Answers one after another, the last one for ever. @returns what was seen, and how long was waited */
async function watched(answers: (PaymentState | string)[], network: boolean[] = [true]) {
  const seen: string[] = [];
  const waits: (number | undefined)[] = [];
  const next = <One>(list: One[]): One => (list.length > 1 ? list.shift()! : list[0]!);
  const ask = async () => {
    const answer = next(answers);
    if (typeof answer === 'string') throw new ApiProblem(answer, { status: statuses[answer] ?? 503 });
    return answer;
  };
  await watch(
    ask,
    (one: Seen) => seen.push(one.kind === 'answered' ? one.state.status : one.kind),
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

test('a payment that is settled is asked for once', async () => {
  expect(await watched([state('paid')])).toEqual({ seen: ['paid'], waits: [] });
});

test('one that is open is asked for again and again, ever less often, until it is settled', async () => {
  const open = state('pending');
  expect(await watched([open, open, open, open, open, open, state('declined')])).toEqual({
    seen: [...Array.from({ length: 6 }, () => 'pending'), 'declined'],
    waits: [1, 2, 3, 5, 8, 8],
  });
});

test('two minutes are enough', async () => {
  const { seen, waits } = await watched([state('pending')]);
  expect(waits).toEqual(pauses);
  expect(seen).toHaveLength(pauses.length + 1);
  expect(pauses.reduce((sum, pause) => sum + pause)).toBe(123);
});

test('a shop that does not answer is asked again', async () => {
  expect((await watched(['unreachable', 'too_many_attempts', state('paid')])).seen).toEqual([
    'silent',
    'silent',
    'paid',
  ]);
});

test.each([
  ['not_logged_in', 'login'],
  ['payment_not_found', 'unknown'],
])('%s is the end of asking', async (problem, seen) => {
  expect(await watched([problem])).toEqual({ seen: [seen], waits: [] });
});

test('without a network it waits for one, however long that takes', async () => {
  expect(await watched([state('paid')], [false, false, false, true])).toEqual({
    seen: ['offline', 'offline', 'offline', 'paid'],
    waits: [undefined, undefined, undefined],
  });
});
