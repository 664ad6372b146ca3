import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { emptyOutbox } from '../../platform/outbox/outbox.ts';
import { madeOffline } from '../testing/test-offline-order.ts';
import { placedDelivery, type WaitingOrder } from './offline-order.ts';
import {
  failedAt,
  isOwn,
  mayBeSent,
  needsDecision,
  type OrderResults,
  pendingOrderOf,
  resultsIn,
  retried,
  withOrder,
  withoutOrder,
  withPlaced,
  withRefusal,
} from './order-outbox.ts';

const order = (id: string): WaitingOrder => ({
  ...{ id, at: 1, cartToken: 'token', customer: undefined, grandTotal: 100 },
  body: { products: [], addressInformation: { payment_method_code: 'free' } },
});
const empty = emptyOutbox<OrderResults, WaitingOrder>();
const ids = (outbox: typeof empty) => outbox.entries.map(({ id }) => id);

describe('the outbox of orders', () => {
  test('withOrder stores an order once', () => {
    const outbox = withOrder(withOrder(empty, order('a')), order('a'));
    expect(ids(outbox)).toEqual(['a']);
  });

  test('withPlaced removes an order and remembers its number once', () => {
    const placed = { id: 'a', number: '000100001', at: 2 };
    const outbox = withPlaced(
      withPlaced(withOrder(withOrder(empty, order('a')), order('b')), placed),
      placed,
    );
    expect(ids(outbox)).toEqual(['b']);
    expect(resultsIn(outbox).placed).toEqual([placed]);
  });

  test('withRefusal removes an order and remembers the refusal until it is read', () => {
    const problem = new ApiProblem('order_empty').view;
    const outbox = withRefusal(withOrder(empty, order('a')), { id: 'a', problem });
    expect([ids(outbox), resultsIn(outbox).refused]).toEqual([[], [{ id: 'a', problem }]]);
    expect(resultsIn(withoutOrder(outbox, 'a')).refused).toEqual([]);
  });

  test('withoutOrder withdraws an order', () => {
    expect(ids(withoutOrder(withOrder(empty, order('a')), 'a'))).toEqual([]);
  });
});

test('a waiting order with downloads and without a delivery is not packed or delivered', () => {
  const store = { code: 'KNY', name: 'Knysna' };
  const method = { needs: 'store', store, method_title: 'At your store' } as Parameters<
    typeof placedDelivery
  >[1];
  const book = { ...order('a'), hasDownloads: true };
  expect(placedDelivery(book, method)).toEqual({
    ...{ collect: false, delivery: undefined, virtual: true, hasDownloads: true },
  });
  const addressInformation = { payment_method_code: 'free', shippingAddress: {} };
  const parcel = { ...order('b'), body: { ...order('b').body, addressInformation } } as WaitingOrder;
  expect(placedDelivery(parcel, method)).toEqual({
    ...{ collect: true, store, delivery: 'At your store', virtual: false },
  });
});

describe('sending orders of this browser', () => {
  test('mayBeSent allows only the customer’s own orders; isOwn accepts a guest’s order for any shopper', () => {
    const customerOrder = { ...order('a'), customer: 7 };
    expect([undefined, 7, 8].map((known) => mayBeSent(customerOrder, known))).toEqual([false, true, false]);
    expect([undefined, 7].map((known) => isOwn(order('b'), known))).toEqual([true, true]);
  });

  test.each([
    ['made online', order('a')],
    ['made offline', madeOffline('a', { OATS: 1 })],
  ])('three server failures stop an order and let the next one be sent: %s', (_how, failing) => {
    let outbox = withOrder(withOrder(empty, failing), order('b'));
    const next = () => outbox.entries.find((entry) => mayBeSent(entry, undefined))?.id;
    for (const expected of ['a', 'a', 'b']) {
      outbox = failedAt(outbox, { id: 'a', problem: new ApiProblem('internal').view, now: 5 });
      expect([next(), needsDecision(outbox.entries[0]!)]).toEqual([expected, expected === 'b']);
    }
    expect(outbox.entries[0]).toMatchObject({ attempts: 3, problem: { code: 'internal' } });
    outbox = retried(outbox, { id: 'a', now: 6 });
    expect([next(), outbox.entries[0]!.problem, needsDecision(outbox.entries[0]!)]).toEqual([
      'a',
      undefined,
      false,
    ]);
  });

  test('pendingOrderOf finds an order by draft id or cart token, but not one made offline', () => {
    const outbox = withOrder(withOrder(empty, order('a')), madeOffline('b', { OATS: 1 }));
    const pendingId = (draft?: string, token?: string) => pendingOrderOf(outbox, draft, token)?.id;
    expect([pendingId('a'), pendingId('c', 'token'), pendingId('b', ''), pendingId()]).toEqual([
      'a',
      'a',
      undefined,
      undefined,
    ]);
  });
});

test('retried sends an order as made, without accepting the changed terms', () => {
  const { offline } = madeOffline('a', { OATS: 1 });
  const differs = madeOffline('a', { OATS: 2 }, { state: 'differs', now: offline.shown });
  const outbox = retried(withOrder(empty, differs), { id: 'a', now: 5 });
  expect(outbox.entries[0]).toMatchObject({
    grandTotal: 2000,
    offline: { state: 'sending', shown: differs.offline.shown },
  });
});
