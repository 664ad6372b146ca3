import { describe, expect, test } from 'vitest';
import { cacheabilityOf } from './browser-cacheability.ts';
import type { Page } from './page.ts';

function page(more: Partial<Page> = {}): Omit<Page, 'mark'> {
  return {
    status: 200,
    headers: {},
    cookies: [],
    kind: 'product',
    bodies: { identity: Buffer.alloc(1) },
    tags: ['product'],
    ...more,
  };
}
const isPrivate = { headers: { 'cache-control': 'private, no-store' }, tags: [] };

describe('cacheabilityOf allows a browser to store', () => {
  test.each([
    '/',
    '/_.data',
    '/oats',
    '/oats.data?_routes=x',
    '/oats?sort=price&utm_source=mail',
    '/search?q=tea',
  ])('a page that is the same for every visitor: %s', (path) =>
    expect(cacheabilityOf(path, page())).toBe('keep'),
  );

  test.each(['/cart', '/checkout.data', '/my-account/orders'])(
    'a frame that the browser fills itself: %s',
    (path) => expect(cacheabilityOf(path, page(isPrivate))).toBe('keep'),
  );
});

describe('cacheabilityOf does not allow a browser to store', () => {
  test.each([
    '/order/status?checkoutReference=1',
    '/order/pay',
    '/order/payment?link=s',
    '/order-tracking',
    '/my-account/orders/1',
    '/cart?token=1',
  ])('a page of a single shopper: %s', (path) => expect(cacheabilityOf(path, page(isPrivate))).toBe('once'));

  test.each([
    '/newsletter?link=s',
    '/newsletter',
    '/Account/Reset-Password?link=s',
    '/account/reset-password.data',
  ])('a page whose address is a secret: %s', (path) => expect(cacheabilityOf(path, page())).toBe('once'));

  test('an error, a page that sets a cookie, or a page with an unlisted parameter', () => {
    expect(cacheabilityOf('/oats', page({ status: 404 }))).toBe('once');
    expect(cacheabilityOf('/oats', page({ cookies: ['a=b'] }))).toBe('once');
    expect(cacheabilityOf('/oats?mail=a@b.example', page())).toBe('once');
  });
});
