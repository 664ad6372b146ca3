import { openSmallShop, rendered, search } from '@fynbos/test-kit/shop/small-shop.ts';
import { expect, test } from 'vitest';
import { openGroupTokens } from '../accounts/groups/customer-group-service.ts';

const products = {
  'products.csv':
    'sku,name,price,special_price,tax_class_id,qty\nA,A,100,,2,5\nB,B,100,80,3,5\nC,C,100,80,9,5\nD,D,100,80,0,5\n',
};
const rule = (code: string, productClass: number, customerClass: number, rates: object[]) =>
  JSON.stringify({
    code,
    product_tax_class_ids: [productClass],
    customer_tax_class_ids: [customerClass],
    rates,
  });
const rate = (percent: number, more: object = {}) => ({
  code: `rate ${percent}`,
  rate: percent,
  tax_country_id: 'ZA',
  tax_region_id: 0,
  ...more,
});

async function pricesOf(rules: string[], settings = {}, now = '2026-11-20T10:00:00Z') {
  const files = { ...products, 'taxrule.jsonl': rules.join('\n') };
  const shop = await openSmallShop(files, settings, () => new Date(now));
  const { items } = await search(shop, { sort: 'sku' });
  await shop.close();
  return items.map((item: { price_incl_tax: number }) => item.price_incl_tax);
}

const zero = rule('zero', 3, 3, [rate(0)]);

test('the product tax class selects the rule; a product without a matching rule is untaxed and has its special price (spec commerce 4, wire contract 4.2 J)', async () => {
  expect(await pricesOf([rule('standard', 2, 3, [rate(15)]), zero])).toEqual([115, 80, 80, 80]);
  const shop = await openSmallShop(products, {});
  const { items } = await search(shop, { filters: { sku: { in: ['C', 'D'] } } });
  for (const item of items) {
    expect(item).toMatchObject({
      price: 80,
      price_tax: 0,
      price_incl_tax: 80,
      special_price: 80,
      special_price_incl_tax: 80,
      original_price: 100,
      original_price_incl_tax: 100,
    });
  }
  const { C } = await rendered(shop, 'C');
  expect(C).toMatchObject({ final_price: 80, regular_price: 100, special_price: 80 });
  await shop.close();
});

test('a rate applies only in the country of the store view', async () => {
  const german = rule('standard', 2, 3, [rate(19, { tax_country_id: 'DE' })]);
  expect((await pricesOf([german, zero]))[0]).toBe(100);
});

test('TAX_COUNTRY selects the rates of the default store view, and of imported prices that include tax (spec D17)', async () => {
  const files = {
    'products.csv':
      'sku,name,price,price_incl_tax,tax_class,qty\nA,A,100,,standard,5\nB,B,,108.99,standard,5\n',
    'taxrule.jsonl': rule('standard', 2, 3, [rate(15), rate(9, { code: 'BW', tax_country_id: 'BW' })]),
  };
  const pricesIn = async (settings: Record<string, string>) => {
    const shop = await openSmallShop(files, settings);
    const { items } = await search(shop, { sort: 'sku' });
    await shop.close();
    return items.map((item: { price_incl_tax: number }) => item.price_incl_tax);
  };
  expect(await pricesIn({})).toEqual([115, 108.99]);
  expect(await pricesIn({ TAX_COUNTRY: 'BW' })).toEqual([109, 108.99]);
  expect(await pricesIn({ TAX_COUNTRY: 'NA' })).toEqual([100, 108.99]);
});

test('a rate applies to region id 0, to a region without a name, or to the region in TAX_REGION (wire contract 4.1)', async () => {
  const gauteng = rate(8, { tax_region_id: 7, region_name: 'Gauteng' });
  const standard = (first: object) => [rule('standard', 2, 3, [first, rate(15)]), zero];
  expect((await pricesOf(standard(gauteng)))[0]).toBe(115);
  expect((await pricesOf(standard(gauteng), { TAX_REGION: 'Gauteng' }))[0]).toBe(108);
  expect((await pricesOf(standard(gauteng), { TAX_REGION: 'Limpopo' }))[0]).toBe(115);
  expect((await pricesOf(standard(rate(9, { tax_region_id: 7 }))))[0]).toBe(109);
  expect((await pricesOf(standard(rate(10, { tax_region_id: 0, region_name: 'Gauteng' }))))[0]).toBe(110);
});

test('an imported price with tax is sold at this price in the region of TAX_REGION (spec D16)', async () => {
  const files = {
    'products.csv':
      'sku,name,price_incl_tax,tier_prices_incl_tax,tax_class,qty\nA,A,108.99,1@0:99.99,standard,5\nB,B,108.99,,standard,5\n',
    'taxrule.jsonl': rule('standard', 2, 3, [
      rate(8, { tax_region_id: 7, region_name: 'Gauteng' }),
      rate(15),
    ]),
  };
  const shop = await openSmallShop(files, { TAX_REGION: 'Gauteng', PRICE_TIERS: 'on' });
  const { items } = await search(shop, { sort: 'sku' });
  await shop.close();
  const prices = items.map((item: { final_price_incl_tax: number }) => item.final_price_incl_tax);
  expect(prices).toEqual([99.99, 108.99]);
  expect(items[1].price).toBeCloseTo(100.9167, 4);
});

test('a rate applies within its dates, to the second (spec D17)', async () => {
  const dated = [
    rule('standard', 2, 3, [
      rate(15, { valid_to: '2026-12-31' }),
      rate(16, { valid_from: '2027-01-01 00:00:00' }),
    ]),
    zero,
  ];
  expect((await pricesOf(dated, {}, '2026-12-31T21:59:59Z'))[0]).toBe(115);
  expect((await pricesOf(dated, {}, '2026-12-31T22:00:00Z'))[0]).toBe(116);
});

test('with USER_GROUP_TAX on the group of the token is the customer tax class; guests are retail customers (spec D17)', async () => {
  const rules = [rule('standard', 2, 3, [rate(15)]), rule('trade', 2, 4, [rate(5)])];
  const files = { ...products, 'taxrule.jsonl': rules.join('\n') };
  const shop = await openSmallShop(files, { USER_GROUP_TAX: 'on' });
  const tokens = await openGroupTokens(shop.db, () => new Date(), true);
  const priceFor = async (group?: number) => {
    const groupToken = group && tokens.issueGroupToken({ group_id: group, id: 1 });
    const { items } = await search(shop, { filters: { sku: 'A' }, ...(groupToken ? { groupToken } : {}) });
    const { A } = await rendered(shop, 'A', `currencyCode=ZAR&storeId=1&groupToken=${groupToken ?? ''}`);
    expect(A.final_price).toBe(items[0].price_incl_tax);
    return items[0].price_incl_tax;
  };
  expect(await priceFor()).toBe(115);
  expect(await priceFor(3)).toBe(115);
  expect(await priceFor(4)).toBe(105);
  expect(await priceFor(8)).toBe(100);
  await shop.close();
});

test('with USER_GROUP_TAX off the customer tax class has no effect', async () => {
  expect((await pricesOf([rule('trade', 2, 4, [rate(5)])]))[0]).toBe(105);
});
