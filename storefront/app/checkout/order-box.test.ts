import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../api-problem.ts';
import { emptyBox } from '../offline/box.ts';
import {
  answersIn,
  failedAt,
  isAsked,
  isOwn,
  type KeptOrders,
  mayBeSent,
  retried,
  underWay,
  type WaitingOrder,
  withAnswer,
  withOrder,
  withoutOrder,
  withRefusal,
} from './order-box.ts';
import { madeOffline } from './testing/made-offline.ts';

const order = (id: string): WaitingOrder => ({
  ...{ id, at: 1, cartToken: 'token', customer: undefined, grandTotal: 100 },
  body: { products: [], addressInformation: { payment_method_code: 'free' } },
});
const empty = emptyBox<KeptOrders, WaitingOrder>();
const ids = (box: typeof empty) => box.entries.map(({ id }) => id);

describe('orders that wait', () => {
  test('are there once, however often they are written down', () => {
    const box = withOrder(withOrder(empty, order('a')), order('a'));
    expect(ids(box)).toEqual(['a']);
  });

  test('leave with their answer, which is remembered once', () => {
    const placed = { id: 'a', number: '000100001', at: 2 };
    const box = withAnswer(withAnswer(withOrder(withOrder(empty, order('a')), order('b')), placed), placed);
    expect(ids(box)).toEqual(['b']);
    expect(answersIn(box).placed).toEqual([placed]);
  });

  test('leave with a refusal, which is there until it was read', () => {
    const problem = new ApiProblem('order_empty').view;
    const box = withRefusal(withOrder(empty, order('a')), { id: 'a', problem });
    expect([ids(box), answersIn(box).refused]).toEqual([[], [{ id: 'a', problem }]]);
    expect(answersIn(withoutOrder(box, 'a')).refused).toEqual([]);
  });

  test('can be taken back', () => {
    expect(ids(withoutOrder(withOrder(empty, order('a')), 'a'))).toEqual([]);
  });
});

describe('orders of this browser', () => {
  test('are sent by their own customer and by no other; a guest’s by anybody', () => {
    const theirs = { ...order('a'), customer: 7 };
    expect([undefined, 7, 8].map((known) => mayBeSent(theirs, known))).toEqual([false, true, false]);
    expect([undefined, 7].map((known) => isOwn(order('b'), known))).toEqual([true, true]);
  });

  test.each([
    ['made online', order('a')],
    ['made offline', madeOffline('a', { OATS: 1 })],
  ])(
    'that the shop fails at three times need their shopper, and let others go first: %s',
    (_how, failing) => {
      let box = withOrder(withOrder(empty, failing), order('b'));
      const next = () => box.entries.find((one) => mayBeSent(one, undefined))?.id;
      for (const expected of ['a', 'a', 'b']) {
        box = failedAt(box, { id: 'a', problem: new ApiProblem('internal').view, now: 5 });
        expect([next(), isAsked(box.entries[0]!)]).toEqual([expected, expected === 'b']);
      }
      expect(box.entries[0]).toMatchObject({ attempts: 3, problem: { code: 'internal' } });
      box = retried(box, { id: 'a', now: 6 });
      expect([next(), box.entries[0]!.problem, isAsked(box.entries[0]!)]).toEqual(['a', undefined, false]);
    },
  );

  test('that were made of this draft or of this cart are found while they wait, and no others', () => {
    const box = withOrder(withOrder(empty, order('a')), madeOffline('b', { OATS: 1 }));
    const found = (draft?: string, token?: string) => underWay(box, draft, token)?.id;
    expect([found('a'), found('c', 'token'), found('b', ''), found()]).toEqual([
      'a',
      'a',
      undefined,
      undefined,
    ]);
  });
});

test('trying again what differs says no yes to what it would be now', () => {
  const { offline } = madeOffline('a', { OATS: 1 });
  const differs = madeOffline('a', { OATS: 2 }, { state: 'differs', now: offline.shown });
  const box = retried(withOrder(empty, differs), { id: 'a', now: 5 });
  expect(box.entries[0]).toMatchObject({
    grandTotal: 2000,
    offline: { state: 'sending', shown: differs.offline.shown },
  });
});
