import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import { expect, test } from 'vitest';

const set = (type: string, skus: string) =>
  `sku,type_id,name,price,tax_class,qty,status,associated\nRICE,simple,Rice,100,standard,5,,\nGONE,simple,Gone,50,standard,5,2,\nSET,${type},Set,,standard,,,${skus}\n`;

test('a linked product that cannot be loaded makes the price of a set 0 and is logged (spec commerce 4, spec D22)', async () => {
  const shop = await openSmallShop({ 'products.csv': set('grouped', 'RICE|GONE') });
  const { items } = await search(shop, { filters: { sku: 'SET' } });
  expect(items[0]).toMatchObject({ price: 0, price_incl_tax: 0, final_price_incl_tax: 0 });
  expect(shop.log.join()).toContain('Product link not found: GONE in SET');
  await shop.close();
});

test('a grouped product without links costs 0 and is logged (spec commerce 4)', async () => {
  const shop = await openSmallShop({ 'products.csv': set('grouped', '') });
  const { items } = await search(shop, { filters: { sku: 'SET' } });
  expect(items[0].final_price_incl_tax).toBe(0);
  expect(shop.log.join()).toContain('Product SET has no product_links');
  await shop.close();
});

const family =
  'sku,type_id,parent_sku,configurable_attributes,name,price,special_price,tax_class,qty,packsize\n' +
  'TEA,configurable,,packsize,Tea,,,standard,,\nTEA-40,simple,TEA,,Tea 40,50,40,standard,5,40 bags\n';

test('with CAMEL_CASE_PRICES products and variants carry every price field twice (spec commerce 3)', async () => {
  const shop = await openSmallShop({ 'products.csv': family }, { CAMEL_CASE_PRICES: 'on' });
  const { items } = await search(shop, { filters: { sku: 'TEA' } });
  for (const priced of [items[0], items[0].configurable_children[0]]) {
    expect(priced).toMatchObject({
      priceTax: 6,
      priceInclTax: 46,
      specialPrice: 40,
      specialPriceTax: 6,
      specialPriceInclTax: 46,
      finalPrice: 40,
      finalPriceTax: 6,
      finalPriceInclTax: 46,
      originalPrice: 50,
      originalPriceTax: 7.5,
      originalPriceInclTax: 57.5,
    });
  }
  await shop.close();
});

test('without CAMEL_CASE_PRICES price fields appear once', async () => {
  const shop = await openSmallShop({ 'products.csv': family });
  const { items } = await search(shop, { filters: { sku: 'TEA' } });
  expect(JSON.stringify(items[0])).not.toMatch(/priceInclTax|finalPrice|originalPrice/);
  await shop.close();
});

const twentyBags = (qty: number) => `TEA-20,simple,TEA,,Tea 20,30,,standard,${qty},20 bags\n`;

test('a configurable product shows the price of its cheapest variant in stock (spec commerce 4)', async () => {
  const shop = await openSmallShop({ 'products.csv': family + twentyBags(0) });
  const { items } = await search(shop, { filters: { sku: 'TEA' } });
  expect(items[0].final_price_incl_tax).toBe(46);
  await shop.close();
});

test('a sold-out configurable product shows the price of its cheapest variant (spec commerce 4)', async () => {
  const soldOut = family.replace(',5,40 bags', ',0,40 bags');
  const shop = await openSmallShop({ 'products.csv': soldOut + twentyBags(0) });
  const { items } = await search(shop, { filters: { sku: 'TEA' } });
  expect(items[0].final_price_incl_tax).toBe(34.5);
  await shop.close();
});
