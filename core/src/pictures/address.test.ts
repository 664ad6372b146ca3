import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawnImage, skusDrawnAt } from './address.ts';

it('any sku is found again in the address of its picture, encoded once or twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (sku) => {
      const address = drawnImage(sku);
      expect(skusDrawnAt(address)).toContain(sku);
      const arrived = decodeURIComponent(address);
      expect(skusDrawnAt(arrived)).toContain(sku);
    }),
  );
});

it('other pictures are not drawn', () => {
  expect(skusDrawnAt('/o/a/oats.jpg')).toEqual([]);
  expect(skusDrawnAt('/my/drawn/oats.svg')).toEqual([]);
  expect(skusDrawnAt('/drawn/.svg')).toEqual([]);
});
