import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Coupon, couponDiscounts, couponRefusal, missingSpend } from './coupon.ts';

const now = new Date('2026-11-20T10:00:00Z');
const coupon = (of: Partial<Coupon>): Coupon => ({
  code: 'HEALTH10',
  label: '10 % off',
  kind: 'percent',
  percent: 10,
  amount: null,
  minimum_spend: 0,
  first_order: false,
  category_ids: [],
  email: null,
  max_uses: null,
  max_uses_per_customer: null,
  uses: 0,
  is_voucher: false,
  balance: null,
  valid_from: null,
  valid_to: null,
  enabled: true,
  ...of,
});
const line = (key: string, amount: number, ...category_ids: number[]) => ({ key, amount, category_ids });
const customer = { email: 'thandi@example.co.za', orders: 3, uses: 1 };
const refusal = (of: Partial<Coupon>, user = customer) =>
  couponRefusal(coupon(of), [line('A', 5000, 7)], user, now);

describe('couponRefusal (spec D24, D69)', () => {
  test('is wrong outside its dates, uses and owner, without saying which', () => {
    expect(refusal({})).toBeUndefined();
    for (const wrong of [
      { enabled: false },
      { valid_to: '2026-11-19T00:00:00Z' },
      { valid_from: '2026-11-21T00:00:00Z' },
      { max_uses: 5, uses: 5 },
      { kind: 'fixed', is_voucher: true, balance: 0 },
      { email: 'somebody@else.co.za' },
      { email: 'somebody@else.co.za', first_order: true, max_uses_per_customer: 1 },
    ] satisfies Partial<Coupon>[]) {
      expect([wrong, refusal(wrong, { ...customer, uses: 0 })]).toEqual([wrong, 'wrong']);
    }
    for (const over of [{ enabled: false }, { valid_to: '2026-11-19T00:00:00Z' }])
      expect(refusal({ ...over, first_order: true, max_uses_per_customer: 1 })).toBe('wrong');
  });

  test('says that the person has used it or has ordered before', () => {
    expect(refusal({ max_uses_per_customer: 1 })).toBe('used');
    expect(refusal({ max_uses_per_customer: 2 })).toBeUndefined();
    expect(refusal({ max_uses: 5, uses: 5 })).toBe('used');
    expect(refusal({ kind: 'fixed', is_voucher: true, balance: 0 })).toBe('used');
    expect(refusal({ first_order: true })).toBe('first_order');
    expect(refusal({ first_order: true }, { ...customer, orders: 0 })).toBeUndefined();
  });

  test('accepts a guest until the order names the person', () => {
    expect(
      refusal({ email: 'a@b.co.za' }, { email: undefined, orders: 0, uses: 0 } as never),
    ).toBeUndefined();
  });

  test('checks the minimum spend over the goods that count', () => {
    expect(refusal({ minimum_spend: 5000 })).toBeUndefined();
    expect(refusal({ minimum_spend: 5001 })).toBe('spend_more');
    expect(refusal({ category_ids: [8] })).toBe('nothing_counts');
  });

  test('states how much more must be spent on the goods that count', () => {
    const lines = [line('A', 5000, 7), line('B', 9000, 8)];
    expect(missingSpend(coupon({ minimum_spend: 6001, category_ids: [7] }), lines)).toBe(1001);
    expect(missingSpend(coupon({ minimum_spend: 14_000 }), lines)).toBe(0);
  });
});

describe('couponDiscounts', () => {
  const lines = [line('A', 1001, 7), line('B', 2000, 8), line('C', 999, 7)];

  test('take a percentage of each matching line, rounded half up', () => {
    expect([...couponDiscounts(coupon({ percent: 15, category_ids: [7] }), lines)]).toEqual([
      ['A', 150],
      ['C', 150],
    ]);
  });

  test('split a fixed amount once, to the cent, never above the price of the goods', () => {
    const fixed = coupon({ kind: 'fixed', percent: null, amount: 1000 });
    expect([...couponDiscounts(fixed, lines).values()].reduce((sum, discount) => sum + discount, 0)).toBe(
      1000,
    );
    const great = { ...fixed, amount: 9_999_999 };
    expect([...couponDiscounts(great, lines).values()]).toEqual([1001, 2000, 999]);
  });

  test('never exceed the price of a line, for any coupon and cart', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(100_000)),
        fc.integer({ min: 0, max: 100 }),
        fc.nat(1_000_000),
        (amounts, percent, amount) => {
          const cart = amounts.map((amount, index) => line(String(index), amount));
          for (const kind of ['percent', 'fixed', 'free_delivery'] as const) {
            const discounts = couponDiscounts(coupon({ kind, percent, amount }), cart);
            for (const cartLine of cart)
              expect(discounts.get(cartLine.key)).toBeLessThanOrEqual(cartLine.amount);
          }
        },
      ),
    );
  });
});
