import { describe, expect, test } from 'vitest';
import { markOf } from './mark-page.ts';
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

describe('a browser may keep', () => {
  test.each([
    '/',
    '/_.data',
    '/oats',
    '/oats.data?_routes=x',
    '/oats?sort=price&utm_source=mail',
    '/search?q=tea',
  ])('what everybody sees: %s', (path) => expect(markOf(path, page())).toBe('keep'));

  test.each(['/cart', '/checkout.data', '/my-account/orders'])(
    'a frame that a browser fills itself: %s',
    (path) => expect(markOf(path, page(isPrivate))).toBe('keep'),
  );
});

describe('it may not keep', () => {
  test.each([
    '/order/status?checkoutReference=1',
    '/order/pay',
    '/order-tracking',
    '/my-account/orders/1',
    '/cart?token=1',
  ])('what is one shopper’s: %s', (path) => expect(markOf(path, page(isPrivate))).toBe('once'));

  test.each([
    '/newsletter?link=s',
    '/newsletter',
    '/Account/Reset-Password?link=s',
    '/account/reset-password.data',
  ])('an address that is a secret: %s', (path) => expect(markOf(path, page())).toBe('once'));

  test('failures, what sets a cookie, and questions that no list asks', () => {
    expect(markOf('/oats', page({ status: 404 }))).toBe('once');
    expect(markOf('/oats', page({ cookies: ['a=b'] }))).toBe('once');
    expect(markOf('/oats?mail=a@b.example', page())).toBe('once');
  });
});
