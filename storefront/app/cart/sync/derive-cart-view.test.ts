import { describe, expect, test } from 'vitest';
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
  expect(seen.totals).toMatchObject({ estimate: true, discount: 800, grandTotal: 7200 });
  expect(seen.confirmed).toMatchObject({ estimate: false, grandTotal: 7200 });
});

test('a cart with only downloads says that nothing is delivered, also while an entry waits', () => {
  const line = { ...newLine('BOOK'), product_type: 'downloadable' };
  const book = { ...item, ...line };
  const known = { ...totals, shipping: 6000, freeDeliveryFrom: 65_000 };
  const kept = { ...noCart, token: 'T', version: 1, totals: known };
  const downloads = { ...confirmed, kept: { ...kept, items: [book] } };
  expect(seeCart(downloads, [], seenFrom(true)).totals.virtual).toBe(true);
  expect(seeCart(confirmed, [], seenFrom(true)).totals.virtual).toBe(false);
  const waiting = { id: 'a', at: 0, kind: 'add', line, qty: 1 } as const;
  const seen = seeCart({ ...confirmed, kept: { ...kept, items: [] } }, [waiting], seenFrom(true));
  expect(seen.totals).toMatchObject({ virtual: true, shipping: undefined, grandTotal: line.unit });
});

test('nothing is confirmed while an entry waits', () => {
  const waiting = appended(confirmed, { id: '1', at: 0, kind: 'add', line: newLine('TEA'), qty: 1 });
  expect(seeCart(waiting, [], seenFrom(true))).toMatchObject({
    totals: { estimate: true },
    confirmed: undefined,
  });
});

describe('an estimate deducts the discounts that its lines show', () => {
  const dealsMet = [{ label: '3 for R60', saving: 500 }];
  const tea = newLine('TEA');
  const seen = (line: object, added = tea) => {
    const kept = { ...noCart, token: 'T', version: 1, items: [{ ...item, ...line }], totals };
    const entry = { id: '1', at: 0, kind: 'add', line: added, qty: 1 } as const;
    return seeCart({ ...confirmed, kept }, [entry], { ...seenFrom(true), online: false });
  };

  test.each([
    { of: 'a promotion', line: { dealsMet, discount: 500 }, discount: 500, goodsValue: 7500 },
    { of: 'a promotion and a coupon', line: { dealsMet }, discount: 800, goodsValue: 7500 },
    {
      of: 'a coupon, which delivery does not depend on',
      line: { dealsMet: [] },
      discount: 800,
      goodsValue: 8000,
    },
    { of: 'an older snapshot', line: {}, discount: 800, goodsValue: 7200 },
  ])('$of', ({ line, discount, goodsValue }) => {
    const { lines, totals: shown } = seen(line);
    expect(lines.map((each) => each.discount)).toEqual([discount, 0]);
    expect(shown).toMatchObject({
      ...{ estimate: true, subtotal: 8000 + tea.unit, discount },
      ...{ grandTotal: 8000 + tea.unit - discount, goodsValue: goodsValue + tea.unit },
    });
  });

  test('a line that changed shows no discount, and none is deducted', () => {
    const { lines, totals: shown } = seen({ dealsMet }, newLine('OATS'));
    expect([lines[0]?.discount, shown.discount, shown.grandTotal]).toEqual([0, 0, shown.subtotal]);
  });
});

describe('an estimate deducts the voucher by the rule of the shop', () => {
  const shipping = 6000;
  const full = { ...item, paid: 8000, discount: 0 };
  const outboxWith = (before: number, items?: number[]): CartOutbox => {
    const voucherBalance = { before, after: 0, ...(items && { items }) };
    const known = { ...totals, discount: 0, shipping, voucher: 'GIFT', voucherBalance };
    const kept = { ...noCart, token: 'T', version: 1, items: [full], totals: known };
    return appended(
      { ...emptyOutbox(), kept },
      { id: '1', at: 0, kind: 'add', line: newLine('TEA'), qty: 2 },
    );
  };
  const line = newLine('TEA').unit * 2;

  test.each([
    { of: 'a voucher that covers a part', before: 5000, left: 8000 + line + shipping - 5000, after: 0 },
    { of: 'one that covers goods and delivery', before: 100_000, left: 0, after: 100_000 - 14_000 - line },
    { of: 'one for certain goods', before: 100_000, items: [1], left: line + shipping, after: 92_000 },
    { of: 'one for goods that are gone', before: 100_000, items: [9], left: 14_000 + line, after: 100_000 },
  ])('$of', ({ before, items, left, after }) => {
    const { totals: seen } = seeCart(outboxWith(before, items), [], seenFrom(true));
    expect(seen).toMatchObject({ estimate: true, grandTotal: left, voucherBalance: { before, after } });
  });

  test('an applied code whose balance is unknown deducts nothing', () => {
    const known = { ...totals, shipping, voucher: 'GIFT' };
    const kept = { ...noCart, token: 'T', version: 1, items: [full], totals: known };
    const waiting = appended(
      { ...emptyOutbox(), kept },
      { id: '1', at: 0, kind: 'add', line: newLine('TEA'), qty: 2 },
    );
    const { totals: seen } = seeCart(waiting, [], seenFrom(true));
    expect([seen.grandTotal, seen.voucherBalance]).toEqual([8000 + line + shipping, undefined]);
  });
});

test('whether goods need cold is unknown while a new product waits, unless some are known to', () => {
  const tea = { id: '1', at: 0, kind: 'add', line: newLine('TEA'), qty: 1 } as const;
  const oats = { ...tea, line: newLine('OATS') };
  const seen = (known: boolean, entry: typeof tea | typeof oats) => {
    const kept = {
      ...noCart,
      token: 'T',
      version: 1,
      items: [item],
      totals: { ...totals, needsCold: known },
    };
    return seeCart({ ...confirmed, kept }, [entry], seenFrom(true)).totals.needsCold;
  };
  expect([seen(false, tea), seen(true, tea), seen(false, oats)]).toEqual([undefined, true, false]);
});
