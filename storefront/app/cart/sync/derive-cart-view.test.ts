import { expect, test } from 'vitest';
import { emptyOutbox } from '../../platform/outbox/outbox.ts';
import { newLine } from '../testing/test-cart-line.ts';
import { appended, type CartOutbox, noCart } from './cart-outbox.ts';
import { seeCart } from './derive-cart-view.ts';

const item = {
  ...{ ...newLine('OATS'), item_id: 1, qty: 2, unit: 4000, original: 4000 },
  ...{ paid: 7200, discount: 800, deals: ['10 % off'], problems: [] },
};
const totals = {
  ...{
    subtotal: 8000,
    discount: 800,
    shipping: undefined,
    tax: 0,
    grandTotal: 7200,
    segments: [],
    taxes: [],
  },
  ...{ coupon: undefined, voucher: undefined, freeDeliveryFrom: undefined },
};
const confirmed: CartOutbox = {
  ...emptyOutbox(),
  kept: { ...noCart, token: 'T', version: 1, items: [item], totals },
};
const seenFrom = (totalsSync: boolean) => ({ online: true, totalsSync, countUnits: true });

test('a confirmed cart shows the totals of the server', () => {
  const seen = seeCart(confirmed, [], seenFrom(true));
  expect([seen.totals.grandTotal, seen.confirmed?.grandTotal]).toEqual([7200, 7200]);
});

test('with the switch «totals sync» off, the cart shows an estimate, and the checkout what is charged', () => {
  const seen = seeCart(confirmed, [], seenFrom(false));
  expect(seen.totals).toMatchObject({ estimate: true, grandTotal: 8000 });
  expect(seen.confirmed).toMatchObject({ estimate: false, grandTotal: 7200 });
});

test('nothing is confirmed while an entry waits', () => {
  const waiting = appended(confirmed, { id: '1', at: 0, kind: 'add', line: newLine('TEA'), qty: 1 });
  expect(seeCart(waiting, [], seenFrom(true))).toMatchObject({
    totals: { estimate: true },
    confirmed: undefined,
  });
});
