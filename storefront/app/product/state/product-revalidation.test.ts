import { expect, test } from 'vitest';
import { shouldRevalidateProduct } from './product-revalidation.ts';

const revalidates = (from: string, to: string) =>
  shouldRevalidateProduct({
    currentUrl: new URL(from, 'http://shop.test'),
    nextUrl: new URL(to, 'http://shop.test'),
    defaultShouldRevalidate: true,
  } as Parameters<typeof shouldRevalidateProduct>[0]);

test('shouldRevalidateProduct skips the request for another choice of the same product', () => {
  expect(revalidates('/tee', '/tee?childSku=RED')).toBe(false);
  expect(revalidates('/tee?childSku=RED', '/tee?childSku=BLUE')).toBe(false);
  expect(revalidates('/tee?childSku=RED', '/tee?childSku=RED&o1=2&b3q=4&g-OATS=0')).toBe(false);
});

test('shouldRevalidateProduct requests data for another page, another list and the same page again', () => {
  expect(revalidates('/tee?childSku=RED', '/mug')).toBe(true);
  expect(revalidates('/oats?shown=50', '/oats?shown=100')).toBe(true);
  expect(revalidates('/tee', '/tee')).toBe(true);
});
