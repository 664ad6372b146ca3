import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetPersonalData } from '../accounts/session/personal-data.ts';
import { keepConsents } from '../consent/consents.ts';
import type { Happening } from './announce.ts';
import {
  confirmPurchase,
  dropPurchase,
  keepPurchase,
  keptPurchases,
  prunePurchases,
  purchaseEvent,
  purchases,
  purchasesKey,
  rememberTold,
  toldPurchases,
} from './kept-purchases.ts';

const address = { firstname: 'Thandi', street: ['12 Long Street'], telephone: '+27821234567' };
const ordering = {
  kind: 'ordering',
  id: 'order-1',
  cart: {
    lines: [],
    totals: { grandTotal: 14_700, shipping: 6000, tax: 783, coupon: undefined },
  },
  body: {
    cart_id: 'cart-1',
    products: [],
    addressInformation: { billingAddress: { ...address, email: 'thandi@example.co.za' } },
  },
} as unknown as Extract<Happening, { kind: 'ordering' }>;

describe('an order kept for purchase tracking (accounts 3, 4.8)', () => {
  const kept = new Map<string, string>();
  const agree = (analytics: boolean) => keepConsents({ analytics, marketing: false });
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('dispatchEvent', () => true);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    });
    agree(true);
  });
  afterEach(() => {
    purchases.drop();
    toldPurchases.drop();
    vi.unstubAllGlobals();
  });

  test('has what the specification names, of people no more than that, and no number until it is confirmed', () => {
    const now = Date.now();
    keepPurchase(ordering, 'Gardens', now);
    expect(keptPurchases()['order-1']).toEqual({
      at: now,
      cart_id: 'cart-1',
      store_name: 'Gardens',
      grand_total: 147,
      delivery_cost: 60,
      tax: 7.83,
      value: 87,
      currency: 'ZAR',
      products: [],
      listed: [],
      addressInformation: {
        billingAddress: { email: 'thandi@example.co.za', telephone: '+27821234567' },
        shippingAddress: { email: 'thandi@example.co.za', telephone: '+27821234567' },
      },
    });
    confirmPurchase('order-1', '000000123');
    expect(keptPurchases()['order-1']?.number).toBe('000000123');
  });

  test('is told with e-mail and telephone only where that was agreed to', () => {
    keepPurchase(ordering, undefined);
    confirmPurchase('order-1', '000000123');
    const order = keptPurchases()['order-1']!;
    expect(purchaseEvent(order, false)).toEqual({
      event: 'purchase',
      ecommerce: {
        transaction_id: '000000123',
        affiliation: 'Online',
        currency: 'ZAR',
        value: 87,
        tax: 7.83,
        shipping: 60,
        items: [],
      },
    });
    expect(purchaseEvent(order, true).user_data).toEqual({
      email: 'thandi@example.co.za',
      phone_number: '+27821234567',
    });
  });

  test('is confirmed only where it was begun, is gone once it was told, and after a week', () => {
    confirmPurchase('another', '000000124');
    expect(kept.has(purchasesKey)).toBe(false);
    keepPurchase(ordering, undefined, Date.now() - 8 * 24 * 60 * 60 * 1000);
    expect(keptPurchases()).toEqual({});
    expect(kept.has(purchasesKey)).toBe(true);
    prunePurchases();
    expect(kept.has(purchasesKey)).toBe(false);
    keepPurchase(ordering, undefined);
    confirmPurchase('order-1', '');
    expect(keptPurchases()['order-1']?.number).toBe('order-1');
    dropPurchase('order-1');
    expect(kept.has(purchasesKey)).toBe(false);
  });

  test.each([
    ['without an answer', () => {}, []],
    ['after a no', () => agree(false), ['consents']],
  ])('is known to its page alone %s', (_, answer, keys) => {
    kept.clear();
    answer();
    keepPurchase(ordering, undefined);
    confirmPurchase('order-1', '000000123');
    expect([...kept.keys()]).toEqual(keys);
    expect(keptPurchases()['order-1']?.number).toBe('000000123');
  });

  test('is kept from a yes on, beside what another tab keeps', () => {
    keepPurchase({ ...ordering, id: 'order-2' }, undefined);
    agree(false);
    keepPurchase(ordering, undefined);
    agree(true);
    purchases.settle();
    expect(Object.keys(JSON.parse(kept.get(purchasesKey)!))).toEqual(['order-2', 'order-1']);
    dropPurchase('order-1');
    expect(Object.keys(keptPurchases())).toEqual(['order-2']);
  });

  test('is told once: the last ten numbers are remembered, apart from what was promised to shoppers', () => {
    const numbers = Array.from({ length: 11 }, (_, index) => String(index));
    expect(numbers.every(rememberTold)).toBe(true);
    expect([rememberTold('10'), rememberTold('1'), rememberTold('0')]).toEqual([false, false, true]);
    expect(kept.has('claims')).toBe(false);
  });

  test('goes with everything personal when somebody logs out', () => {
    vi.stubGlobal('sessionStorage', { clear: vi.fn() });
    vi.stubGlobal('StorageEvent', Event);
    keepPurchase(ordering, undefined);
    vi.stubGlobal('localStorage', { ...localStorage, ...Object.fromEntries(kept) });
    forgetPersonalData();
    expect([...kept.keys()]).toEqual(['consents']);
    expect(sessionStorage.clear).toHaveBeenCalledOnce();
  });
});
