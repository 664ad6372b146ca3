import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
const at = (pathname: string) => vi.stubGlobal('location', { pathname });

beforeEach(() => {
  vi.resetModules();
  stored.clear();
  stored.set('current-payment', JSON.stringify({ cartToken: 'paid' }));
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
});
afterEach(() => void vi.unstubAllGlobals());

test('the cart of a payment waits on the page of its status, from before that page is hydrated', async () => {
  const { mayBeOrdered, suspendCart } = await import('./cart-order-status.ts');
  at('/cart');
  expect(mayBeOrdered('paid')).toBe(false);
  for (const path of ['/order/status', '/de/order/status']) {
    at(path);
    expect([mayBeOrdered('paid'), mayBeOrdered('other')], path).toEqual([true, false]);
  }
  suspendCart(undefined);
  expect(mayBeOrdered('paid')).toBe(false);
  suspendCart('paid');
  expect(mayBeOrdered('paid')).toBe(true);
});

test('without a payment no cart waits on that page', async () => {
  stored.clear();
  at('/order/status');
  const { mayBeOrdered } = await import('./cart-order-status.ts');
  expect(mayBeOrdered('paid')).toBe(false);
});
