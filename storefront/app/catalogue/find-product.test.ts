import { expect, test } from 'vitest';
import { findProduct } from './find-product.ts';

test('a lookup without its key says which key is missing (CAT-11)', async () => {
  await expect(findProduct('sku', '', {})).rejects.toThrow(
    'Please provide the search key for product/single action',
  );
});
