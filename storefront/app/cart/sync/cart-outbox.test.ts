import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { productOption } from '@fynbos/core/catalogue/product-option.ts';
import { describe, expect, test } from 'vitest';
import { emptyOutbox } from '../../platform/outbox/outbox.ts';
import { newLine } from '../testing/test-cart-line.ts';
import {
  appended,
  type CartOutbox,
  cleared,
  confirmedCart,
  forgotten,
  joining,
  noCart,
  opened,
  type PendingEntry,
  snapshotOf,
  withToken,
} from './cart-outbox.ts';
import { nextStep } from './cart-sync.ts';

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
const outboxWith = (snapshot: Partial<typeof noCart>, ...entries: PendingEntry[]): CartOutbox =>
  entries.reduce(appended, { ...emptyOutbox(), kept: { ...noCart, ...snapshot } });
const known = { token: 'T', version: 5 };

describe('a server response to a cart entry', () => {
  test('a server response removes its entry and confirms the cart in one step', () => {
    const after = confirmedCart(outboxWith(known, add('1', 'OATS')), { token: 'T', entry: '1' }, cart(6));
    expect([after.entries, snapshotOf(after).version]).toEqual([[], 6]);
  });

  test('a server response with an older cart never replaces a newer one but removes its entry (spec D22)', () => {
    const after = confirmedCart(outboxWith(known, add('1', 'OATS')), { token: 'T', entry: '1' }, cart(4));
    expect([after.entries, snapshotOf(after).version]).toEqual([[], 5]);
  });

  test('a server response requested before an entry was added is ignored, so that the entry does not count twice', () => {
    const before = outboxWith(known, add('1', 'OATS'));
    expect(confirmedCart(before, { token: 'T' }, cart(6))).toBe(before);
  });

  test('a second server response to an entry is ignored', () => {
    const response = { token: 'T', entry: '1' };
    const first = confirmedCart(outboxWith(known, add('1', 'OATS')), response, cart(6));
    const later = appended(first, add('2', 'TEA'));
    expect(confirmedCart(later, response, cart(7))).toBe(later);
  });

  test('a server response for another cart changes nothing', () => {
    const before = outboxWith(known, add('1', 'OATS'));
    expect(confirmedCart(before, { token: 'OTHER', entry: '1' }, cart(9))).toBe(before);
  });

  test('a server response that renames a line renames it in later entries', () => {
    const mug = { ...newLine('MUG'), product_option: productOption({ custom_options: [value('1', ' a')] }) };
    const to = lineKey({ ...mug, product_option: productOption({ custom_options: [value('1', 'a')] }) });
    const from = lineKey(mug);
    const entries: PendingEntry[] = [
      { id: '1', at: 0, kind: 'add', line: mug, qty: 1 },
      { id: '2', at: 0, kind: 'set', key: from, qty: 3 },
    ];
    const after = confirmedCart(
      outboxWith(known, ...entries),
      { token: 'T', entry: '1', renamed: { from, to } },
      cart(6),
    );
    expect(after.entries).toMatchObject([{ id: '2', key: to }]);
  });

  test('a cart whose lines have other option ids than before renames them in waiting entries (ADR-013)', () => {
    const options = [{ label: 'Slicing', value: 'Sliced' }];
    const confirmedWith = (item_id: number, option_id: string, text = options) => ({
      ...newLine('BREAD', { options: text }),
      ...{ item_id, qty: 1, paid: 1000, discount: 0, deals: [], problems: [] },
      product_option: productOption({ custom_options: [value(option_id, '2')] }),
    });
    const [before, changed] = [confirmedWith(1, '1'), confirmedWith(2, '3')];
    const outbox = outboxWith(
      { ...known, items: [before, changed] },
      add('1', 'OATS'),
      { id: '2', at: 0, kind: 'set', key: lineKey(before), qty: 3 },
      { id: '3', at: 0, kind: 'remove', key: lineKey(before) },
      { id: '4', at: 0, kind: 'remove', key: lineKey(changed) },
    );
    const renamed = confirmedWith(1, '1000000001');
    // Another device chose another value, so this is not the line to remove.
    const chosenElsewhere = confirmedWith(2, '1000000002', [{ label: 'Slicing', value: 'Whole' }]);
    const after = confirmedCart(
      outbox,
      { token: 'T', entry: '1' },
      { ...cart(6), items: [renamed, chosenElsewhere] },
    );
    expect(after.entries).toMatchObject([
      { id: '2', key: lineKey(renamed) },
      { id: '3', key: lineKey(renamed) },
      { id: '4', key: lineKey(changed) },
    ]);
  });
});

const value = (option_id: string, option_value: string) => ({ option_id, option_value });

describe('the next cart step (spec commerce 4)', () => {
  const guest = { customer: undefined, wantsCart: false };
  const customer = { customer: 1, wantsCart: false };
  const totals = cart(5).totals;
  test.each([
    ['rests without a cart', outboxWith({}), guest, 'rest'],
    ['opens a cart for waiting entries (CART-8)', outboxWith({}, add('1', 'OATS')), guest, 'open'],
    ['opens a cart when one is needed', outboxWith({}), { ...guest, needsCart: true }, 'open'],
    [
      'sends waiting entries first',
      outboxWith(known, add('1', 'OATS')),
      { ...guest, wantsCart: true },
      'send',
    ],
    [
      'reads the cart when no entry waits',
      outboxWith({ ...known, totals }),
      { ...guest, wantsCart: true },
      'read',
    ],
    ['rests after the cart was read', outboxWith({ ...known, totals }), guest, 'rest'],
    [
      'forgets the cart of another customer',
      outboxWith({ ...known, owner: 1 }, add('1', 'OATS')),
      guest,
      'forget',
    ],
    [
      'sends a guest’s entries to the guest’s cart before a login',
      outboxWith(known, add('1', 'OATS')),
      customer,
      'send',
    ],
    [
      'removes a coupon before the login',
      outboxWith({ ...known, totals: { ...totals, coupon: 'TEN' } }),
      customer,
      'takeCouponOff',
    ],
    ['opens the customer’s cart to join both carts', outboxWith({ ...known, totals }), customer, 'open'],
    [
      'completes a login in progress before anything is sent',
      outboxWith({ ...known, joining: true }, add('1', 'OATS')),
      customer,
      'open',
    ],
    ['reads the cart after a lost login response', outboxWith({ ...known, joining: true }), guest, 'read'],
    [
      'reads the joined cart before anything is sent',
      outboxWith({ owner: 1, token: 'T' }, add('1', 'OATS')),
      customer,
      'read',
    ],
    [
      'applies the coupon again after the login',
      outboxWith({ ...known, owner: 1, totals, couponAtLogin: 'TEN' }),
      customer,
      'putCouponBack',
    ],
    ['opens a customer’s cart again when its token is missing', outboxWith({ owner: 1 }), customer, 'open'],
  ] as const)('%s', (_, before, situation, step) => {
    expect(nextStep(before, situation)).toBe(step);
  });
});

test('joining replaces a guest’s entries without a cart by their net result, so that nothing of the customer’s cart is removed', () => {
  const before = outboxWith({}, add('1', 'OATS', 2), add('2', 'TEA'), remove('3', 'OATS'), add('4', 'TEA'));
  const ids = ['new'];
  expect(joining(before, () => ids.shift()!).entries).toMatchObject([
    { id: 'new', kind: 'add', qty: 2, line: { sku: 'TEA' } },
  ]);
});

describe('a token stored beside the cart outbox', () => {
  test('a token opens the cart when the outbox was never stored', () => {
    expect(snapshotOf(withToken(emptyOutbox(), 'T')).token).toBe('T');
  });

  test('a token is ignored after the outbox was emptied, since the page ended before deleting the token', () => {
    const emptied = cleared({ ...outboxWith(known), rev: 1 });
    expect(snapshotOf(withToken(emptied, 'T')).token).toBeUndefined();
  });

  test('a token does not replace another cart', () => {
    const shopping = { ...outboxWith(known), rev: 1 };
    expect(snapshotOf(withToken(shopping, 'OTHER')).token).toBe('T');
  });
});

describe('the cart outbox after a logout', () => {
  test('the cart outbox ignores a customer’s cart opened after the logout and leaves entries to the guest', () => {
    const before = outboxWith({}, add('1', 'OATS'));
    expect(opened(before, undefined, { token: 'T', owner: 1 })).toBe(before);
  });

  test('the cart outbox accepts a customer’s cart while it is joined or opened again', () => {
    for (const snapshot of [{ joining: true }, { owner: 1 }])
      expect(snapshotOf(opened(outboxWith(snapshot), undefined, { token: 'T', owner: 1 })).token).toBe('T');
  });

  test('the cart outbox is cleared only for the customer who owns the cart', () => {
    const before = outboxWith({ token: 'T', owner: 2 }, add('1', 'OATS'));
    expect(forgotten(before, 1)).toBe(before);
    expect(forgotten(before, 2)).toMatchObject({ kept: undefined, entries: [] });
  });
});
