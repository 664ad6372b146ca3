import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Happening } from '../../platform/analytics/shop-events.ts';
import { storeConsents } from '../../platform/consent/consents.ts';
import { forgetPersonalData } from '../../platform/session/personal-data.ts';
import {
  confirmPurchase,
  dropPurchase,
  prunePurchases,
  purchaseEvent,
  purchases,
  purchasesKey,
  recordReported,
  reportedPurchases,
  storedPurchases,
  storePurchase,
} from './stored-purchases.ts';

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

describe('an order stored for purchase tracking (spec accounts 3, 4.8)', () => {
  const storage = new Map<string, string>();
  const agree = (analytics: boolean) => storeConsents({ analytics, marketing: false });
  beforeEach(() => {
    storage.clear();
    vi.stubGlobal('dispatchEvent', () => true);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, text: string) => void storage.set(key, text),
      removeItem: (key: string) => void storage.delete(key),
    });
    agree(true);
  });
  afterEach(() => {
    purchases.drop();
    reportedPurchases.drop();
    vi.unstubAllGlobals();
  });

  test('a stored purchase has only the specified data, no more personal data, and no number until it is confirmed', () => {
    const now = Date.now();
    storePurchase(ordering, 'Gardens', now);
    expect(storedPurchases()['order-1']).toEqual({
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
    expect(storedPurchases()['order-1']?.number).toBe('000000123');
  });

  test('a purchase event has e-mail and telephone only with consent', () => {
    storePurchase(ordering, undefined);
    confirmPurchase('order-1', '000000123');
    const order = storedPurchases()['order-1']!;
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

  test('only a started purchase can be confirmed, and it is deleted once it is reported or after a week', () => {
    confirmPurchase('another', '000000124');
    expect(storage.has(purchasesKey)).toBe(false);
    storePurchase(ordering, undefined, Date.now() - 8 * 24 * 60 * 60 * 1000);
    expect(storedPurchases()).toEqual({});
    expect(storage.has(purchasesKey)).toBe(true);
    prunePurchases();
    expect(storage.has(purchasesKey)).toBe(false);
    storePurchase(ordering, undefined);
    confirmPurchase('order-1', '');
    expect(storedPurchases()['order-1']?.number).toBe('order-1');
    dropPurchase('order-1');
    expect(storage.has(purchasesKey)).toBe(false);
  });

  test.each([
    ['without a choice', () => {}, []],
    ['after a refusal', () => agree(false), ['consents']],
  ])('a purchase is in memory only %s', (_, choose, keys) => {
    storage.clear();
    choose();
    storePurchase(ordering, undefined);
    confirmPurchase('order-1', '000000123');
    expect([...storage.keys()]).toEqual(keys);
    expect(storedPurchases()['order-1']?.number).toBe('000000123');
  });

  test('a purchase is stored after consent, together with purchases of another tab', () => {
    storePurchase({ ...ordering, id: 'order-2' }, undefined);
    agree(false);
    storePurchase(ordering, undefined);
    agree(true);
    purchases.settle();
    expect(Object.keys(JSON.parse(storage.get(purchasesKey)!))).toEqual(['order-2', 'order-1']);
    dropPurchase('order-1');
    expect(Object.keys(storedPurchases())).toEqual(['order-2']);
  });

  test('a purchase is reported once: the last ten numbers are stored, separately from claims', () => {
    const numbers = Array.from({ length: 11 }, (_, index) => String(index));
    expect(numbers.every(recordReported)).toBe(true);
    expect([recordReported('10'), recordReported('1'), recordReported('0')]).toEqual([false, false, true]);
    expect(storage.has('claims')).toBe(false);
  });

  test('stored purchases are deleted with all personal data at logout', () => {
    vi.stubGlobal('sessionStorage', { clear: vi.fn() });
    vi.stubGlobal('StorageEvent', Event);
    storePurchase(ordering, undefined);
    vi.stubGlobal('localStorage', { ...localStorage, ...Object.fromEntries(storage) });
    forgetPersonalData();
    expect([...storage.keys()]).toEqual(['consents']);
    expect(sessionStorage.clear).toHaveBeenCalledOnce();
  });
});
