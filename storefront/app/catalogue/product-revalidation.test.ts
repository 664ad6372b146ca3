import { expect, test } from 'vitest';
import { keepsProduct } from './product-revalidation.ts';

const asks = (from: string, to: string) =>
  keepsProduct({
    currentUrl: new URL(from, 'http://shop.test'),
    nextUrl: new URL(to, 'http://shop.test'),
    defaultShouldRevalidate: true,
  } as Parameters<typeof keepsProduct>[0]);

test('another choice of the same product needs nothing from the shop', () => {
  expect(asks('/tee', '/tee?childSku=RED')).toBe(false);
  expect(asks('/tee?childSku=RED', '/tee?childSku=BLUE')).toBe(false);
  expect(asks('/tee?childSku=RED', '/tee?childSku=RED&o1=2&b3q=4&g-OATS=0')).toBe(false);
});

test('another page, another list and the same page once more do', () => {
  expect(asks('/tee?childSku=RED', '/mug')).toBe(true);
  expect(asks('/oats?shown=50', '/oats?shown=100')).toBe(true);
  expect(asks('/tee', '/tee')).toBe(true);
});
