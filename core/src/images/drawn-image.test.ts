import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawnImage, skusDrawnAt } from './drawn-image.ts';

it('skusDrawnAt finds any sku in the path of its image, encoded once or twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (sku) => {
      const address = drawnImage(sku);
      expect(skusDrawnAt(address)).toContain(sku);
      const arrived = decodeURIComponent(address);
      expect(skusDrawnAt(arrived)).toContain(sku);
    }),
  );
});

it('skusDrawnAt ignores other images', () => {
  expect(skusDrawnAt('/o/a/oats.jpg')).toEqual([]);
  expect(skusDrawnAt('/my/drawn/oats.svg')).toEqual([]);
  expect(skusDrawnAt('/drawn/.svg')).toEqual([]);
});
