import { lineKey } from '@fynbos/core/cart/line.ts';
import { productOption } from '@fynbos/core/catalogue/product-option.ts';
import { describe, expect, test } from 'vitest';
import { emptyBox } from '../offline/box.ts';
import {
  appended,
  type CartBox,
  cleared,
  confirmed,
  forgotten,
  joining,
  keptOf,
  noCart,
  opened,
  type PendingEntry,
  withToken,
} from './cart-box.ts';
import { nextStep } from './next-step.ts';
import { newLine } from './testing/line.ts';

const add = (id: string, sku: string, qty = 1): PendingEntry => ({
  ...{ id, at: 0, kind: 'add', qty },
  line: newLine(sku),
});
const remove = (id: string, sku: string): PendingEntry => ({
  ...{ id, at: 0, kind: 'remove' },
  key: lineKey(newLine(sku)),
});
const cart = (version: number) => ({
  version,
  items: [],
  totals: {
    ...{ subtotal: version, discount: 0, shipping: undefined, tax: 0, grandTotal: version },
    ...{ coupon: undefined, voucher: undefined, freeDeliveryFrom: undefined, segments: [], taxes: [] },
  },
});
const box = (kept: Partial<typeof noCart>, ...entries: PendingEntry[]): CartBox =>
  entries.reduce(appended, { ...emptyBox(), kept: { ...noCart, ...kept } });
const known = { token: 'T', version: 5 };

describe('an answer of the server', () => {
  test('takes its entry out and confirms the cart in one step', () => {
    const after = confirmed(box(known, add('1', 'OATS')), { token: 'T', entry: '1' }, cart(6));
    expect([after.entries, keptOf(after).version]).toEqual([[], 6]);
  });

  test('for an older cart never takes the place of a newer one, and its entry leaves (decision 22)', () => {
    const after = confirmed(box(known, add('1', 'OATS')), { token: 'T', entry: '1' }, cart(4));
    expect([after.entries, keptOf(after).version]).toEqual([[], 5]);
  });

  test('for another cart changes nothing', () => {
    const before = box(known, add('1', 'OATS'));
    expect(confirmed(before, { token: 'OTHER', entry: '1' }, cart(9))).toBe(before);
  });

  test('that calls the line by another name renames it in what was done since', () => {
    const mug = { ...newLine('MUG'), product_option: productOption({ custom_options: [value('1', ' a')] }) };
    const to = lineKey({ ...mug, product_option: productOption({ custom_options: [value('1', 'a')] }) });
    const from = lineKey(mug);
    const entries: PendingEntry[] = [
      { id: '1', at: 0, kind: 'add', line: mug, qty: 1 },
      { id: '2', at: 0, kind: 'set', key: from, qty: 3 },
    ];
    const after = confirmed(
      box(known, ...entries),
      { token: 'T', entry: '1', renamed: { from, to } },
      cart(6),
    );
    expect(after.entries).toMatchObject([{ id: '2', key: to }]);
  });
});

const value = (option_id: string, option_value: string) => ({ option_id, option_value });

describe('what is done next with the server (commerce 4)', () => {
  const guest = { customer: undefined, wantsCart: false };
  const customer = { customer: 1, wantsCart: false };
  const totals = cart(5).totals;
  test.each([
    ['nothing without a cart', box({}), guest, 'rest'],
    ['a cart is made for what waits (CART-8)', box({}, add('1', 'OATS')), guest, 'open'],
    ['a cart is made when it is needed', box({}), { ...guest, needsCart: true }, 'open'],
    ['what waits is sent', box(known, add('1', 'OATS')), { ...guest, wantsCart: true }, 'send'],
    ['the cart is read when nothing waits', box({ ...known, totals }), { ...guest, wantsCart: true }, 'read'],
    ['and not again', box({ ...known, totals }), guest, 'rest'],
    ['somebody else’s cart is forgotten', box({ ...known, owner: 1 }, add('1', 'OATS')), guest, 'forget'],
    ['a guest’s doings reach the guest’s cart first', box(known, add('1', 'OATS')), customer, 'send'],
    [
      'a coupon comes off before the login',
      box({ ...known, totals: { ...totals, coupon: 'TEN' } }),
      customer,
      'takeCouponOff',
    ],
    ['then the carts are joined', box({ ...known, totals }), customer, 'open'],
    [
      'a login under way ends before anything is sent',
      box({ ...known, joining: true }, add('1', 'OATS')),
      customer,
      'open',
    ],
    ['a login that was lost is looked for', box({ ...known, joining: true }), guest, 'read'],
    [
      'the joined cart is read before anything is sent',
      box({ owner: 1, token: 'T' }, add('1', 'OATS')),
      customer,
      'read',
    ],
    [
      'the coupon is put back',
      box({ ...known, owner: 1, totals, couponAtLogin: 'TEN' }),
      customer,
      'putCouponBack',
    ],
    ['a customer’s cart whose token is gone is opened again', box({ owner: 1 }), customer, 'open'],
  ] as const)('%s', (_, before, situation, step) => {
    expect(nextStep(before, situation)).toBe(step);
  });
});

test('what a guest did without a cart becomes what it came to, so that nothing of the customer’s is removed', () => {
  const before = box({}, add('1', 'OATS', 2), add('2', 'TEA'), remove('3', 'OATS'), add('4', 'TEA'));
  const ids = ['new'];
  expect(joining(before, () => ids.shift()!).entries).toMatchObject([
    { id: 'new', kind: 'add', qty: 2, line: { sku: 'TEA' } },
  ]);
});

describe('a token that is kept beside the box', () => {
  test('is the cart where the box was never there', () => {
    expect(keptOf(withToken(emptyBox(), 'T')).token).toBe('T');
  });

  test('says nothing once the box was emptied: the page ended before it forgot the token', () => {
    const emptied = cleared({ ...box(known), rev: 1 });
    expect(keptOf(withToken(emptied, 'T')).token).toBeUndefined();
  });

  test('does not take the place of another cart', () => {
    const shopping = { ...box(known), rev: 1 };
    expect(keptOf(withToken(shopping, 'OTHER')).token).toBe('T');
  });
});

describe('a customer who has left', () => {
  test('gets no cart here, though the shop has opened it meanwhile: what waits is a guest’s', () => {
    const before = box({}, add('1', 'OATS'));
    expect(opened(before, undefined, { token: 'T', owner: 1 })).toBe(before);
  });

  test('has one while it is joined, or opened again', () => {
    for (const kept of [{ joining: true }, { owner: 1 }])
      expect(keptOf(opened(box(kept), undefined, { token: 'T', owner: 1 })).token).toBe('T');
  });

  test('is forgotten with their own cart only', () => {
    const before = box({ token: 'T', owner: 2 }, add('1', 'OATS'));
    expect(forgotten(before, 1)).toBe(before);
    expect(forgotten(before, 2)).toMatchObject({ kept: undefined, entries: [] });
  });
});
