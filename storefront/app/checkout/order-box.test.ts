import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../api-problem.ts';
import { emptyBox } from '../offline/box.ts';
import {
  answersIn,
  type KeptOrders,
  type WaitingOrder,
  withAnswer,
  withOrder,
  withoutOrder,
  withRefusal,
} from './order-box.ts';

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
