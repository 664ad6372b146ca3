import { expect, test } from 'vitest';
import { pageKindOf } from './page-kind.ts';

test.each([
  ['home-page', ['home'], 'home'],
  ['home-of-the-app', ['home'], 'home'],
  ['cart/cart-page', [], 'cart'],
  ['payments/order-status-page', [], 'order-status'],
  ['catalogue/product-page', ['P1', 'product'], 'product'],
  ['catalogue/dispatcher-page', ['P1', 'C2', 'product'], 'product'],
  ['catalogue/dispatcher-page', ['C2', 'category'], 'category'],
  ['catalogue/dispatcher-page', [], 'content'],
  ['shell/page-boundary', [], 'error'],
])('pageKindOf(%s) with tags %j is %s', (id, tags, kind) => {
  expect(pageKindOf(id, tags)).toBe(kind);
});
