import { expect, test } from 'vitest';
import { listedSegments } from './listed-segments.ts';

test('listedSegments repeats no amount that has its own row, and omits an amount of 0', () => {
  const segments = [
    { code: 'subtotal', title: 'Subtotal', value: 15_000 },
    { code: 'subtotal_incl_tax', title: 'Subtotal incl. tax', value: 15_000 },
    { code: 'shipping', title: 'Shipping & Handling', value: 9900 },
    { code: 'payment', title: 'Payment', value: 0 },
    { code: 'gift_wrap', title: 'Gift wrap', value: 500 },
    { code: 'discount', title: 'Discount (TEN)', value: -6000 },
    { code: 'tax', title: 'Tax', value: 2465 },
    { code: 'grand_total', title: 'Grand Total', value: 19_400 },
  ];
  expect(listedSegments({ segments })).toEqual([segments[4]]);
  const dearer = { code: 'payment', title: 'Payment', value: 250 };
  expect(listedSegments({ segments: [dearer] })).toEqual([dearer]);
});
