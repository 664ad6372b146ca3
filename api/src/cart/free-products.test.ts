import { importShop } from '@fynbos/api/shop-import.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import { expect, test } from 'vitest';

const products = 'sku,name,price_incl_tax,tax_class,qty\nFREE,Recipe card,0,zero,9\n';

test('with ZERO_PRICE_PRODUCTS=on a free product is sold, and no price is below 0 (spec commerce 5)', async () => {
  const shop = await openSmallShop({ 'products.csv': products }, { ZERO_PRICE_PRODUCTS: 'on' });
  const cart = await newCart(shop);
  expect((await cart.update({ sku: 'FREE', qty: 2 })).status).toBe(200);
  expect(await cart.pull()).toMatchObject([{ sku: 'FREE', qty: 2, price: 0 }]);
  const { problems } = await withFiles({ 'products.csv': products.replace(',0,', ',-1,') }, (folder) =>
    importShop(shop.db, folder),
  );
  expect(problems).toMatchObject([{ column: 'price_incl_tax', reason: 'the price -1 is negative' }]);
  await shop.close();
});
