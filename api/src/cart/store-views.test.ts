import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Discounts and delivery costs are amounts in rand. They do not apply in euros (spec D38). */

const files = {
  'products.csv': `sku,type_id,name,price_incl_tax,price_incl_tax_de,tax_class,categories
TEA,simple,Tea,50.00,5.00,zero,Pantry
OATS,simple,Oats,40.00,4.00,zero,Pantry
`,
  'deals.csv': `code,label,kind,qty,pay_qty,price_incl_tax,skus
tea,3 for the price of 2,buy_n_pay_m,3,2,,TEA
oats,2 for R7,n_for,2,,7.00,OATS
`,
  'coupons.csv': `code,label,kind,percent,amount,minimum_spend
TEN,10 %,percent,10,,
FIVE,R5,fixed,,5.00,
MUCH,10 % from R20,percent,10,,20.00
`,
  'delivery.csv': `carrier,method,carrier_title,method_title,needs,price_incl_tax,from_amount,carrier_title_de,price_incl_tax_de,from_amount_de
van,door,Van,In three days,address,60.00,0,,,
van,door,Van,In three days,address,0,15.00,,,
post,box,Post,In a week,address,0,0,,,
bike,hour,Bike,In an hour,address,80.00,0,Fahrrad,4.90,
bike,hour,Bike,In an hour,address,0,600.00,Fahrrad,0,19.00
`,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files, { ...behindProxy, MULTISTORE: 'on' });
});
afterAll(() => shop.close());

async function cartIn(view: string) {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress(), 'x-vs-store-code': view });
  await cart.update({ sku: 'TEA', qty: 3 });
  await cart.update({ sku: 'OATS', qty: 2 });
  return cart;
}

test('a promotion with a price applies in rand only and is shown there only; one without applies everywhere', async () => {
  const inRand = await (await cartIn('')).totals();
  expect([inRand.grand_total, inRand.quote_currency_code]).toEqual([107, 'ZAR']);
  const cart = await cartIn('de');
  const totals = await cart.totals();
  expect([totals.grand_total, totals.quote_currency_code]).toEqual([18, 'EUR']);
  const lines = (await cart.pull()) as unknown as { deals: string[] }[];
  expect(lines.map(({ deals }) => deals)).toEqual([['3 for the price of 2'], []]);
  const { body } = await shop.post('/api/url/map?storeCode=de', { url: 'oats' });
  expect(JSON.stringify(body)).not.toContain('2 for R7');
});

test('a coupon with an amount in rand is not valid in euros', async () => {
  const cart = await cartIn('de');
  expect((await cart.post('/api/cart/apply-coupon?coupon=TEN')).status).toBe(200);
  for (const code of ['FIVE', 'MUCH'])
    expect((await cart.post(`/api/cart/apply-coupon?coupon=${code}`)).status, code).not.toBe(200);
});

test('delivery in euros costs the amount the file has in euros; of rates in rand, only free ones apply', async () => {
  const shippingMethodsIn = async (view: string, countryId: string) => {
    const cart = await cartIn(view);
    const address = { country_id: countryId, region_code: '', postcode: '10115' };
    const { body } = await cart.post('/api/cart/shipping-methods', { address });
    return body.result.map((method: { carrier_code: string; price_incl_tax: number }) => [
      method.carrier_code,
      method.price_incl_tax,
    ]);
  };
  expect(await shippingMethodsIn('', 'ZA')).toEqual([
    ['van', 0],
    ['post', 0],
    ['bike', 80],
  ]);
  expect(await shippingMethodsIn('de', 'DE')).toEqual([
    ['post', 0],
    ['bike', 4.9],
  ]);
  expect(await shippingMethodsIn('it', 'IT')).toEqual([['post', 0]]);
  const cart = await cartIn('de');
  await cart.update({ sku: 'TEA', qty: 7 });
  const { body } = await cart.post('/api/cart/shipping-methods', {
    address: { country_id: 'DE', region_code: '', postcode: '10115' },
  });
  expect(body.result[1]).toMatchObject({
    carrier_title: 'Fahrrad',
    method_title: 'In an hour',
    price_incl_tax: 0,
  });
});
