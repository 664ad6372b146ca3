import { expect, test } from 'vitest';
import { findProduct } from './find-product.ts';

test('findProduct names the missing key (CAT-11)', async () => {
  await expect(findProduct('sku', '', {})).rejects.toMatchObject({
    data: { reason: 'Please provide the search key for product/single action' },
  });
});
