import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { deliveryFile, orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import { administer } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rankProducts } from './records/sales-rank-service.ts';

const header = 'sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,qty,packsize,position\n';
const products = [
  'TEA,simple,,,Rooibos Tea,60.00,100,,1',
  'SALT,simple,,,Salt,8.00,100,,2',
  'OATS,configurable,,packsize,Oats,,,,3',
  'OATS-1,simple,OATS,,Oats 1 kg,40.00,100,1 kg,',
  'RUSKS,simple,,,Rusks,30.00,100,,4',
];

let shop: TestShop;
beforeAll(async () => {
  const files = { 'products.csv': `${header}${products.join('\n')}\n`, 'delivery.csv': deliveryFile };
  shop = await openSmallShop(files);
});
afterAll(() => shop.close());

async function place(...skus: string[]): Promise<string> {
  const cart = await newCart(shop);
  for (const sku of skus) await cart.update({ sku, qty: 1 });
  const quantities = Object.fromEntries(skus.map((sku) => [sku, 1]));
  const { body } = await cart.post('/api/order', orderFor(quantities));
  return body.result.orderNumber;
}

const bestSelling = async () => {
  const body = { filters: { visibility: 4 }, sort: [{ field: 'sales_rank', direction: 'asc' }] };
  const { items } = await search(shop, { ...body, includeFields: ['sku', 'sales_rank'] });
  return items.map(
    ({ sku, sales_rank }: { sku: string; sales_rank?: number }) => `${sku} ${sales_rank ?? '-'}`,
  );
};

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

test('lists are sorted by the number of recent orders; canceled orders do not count, variants count for their product', async () => {
  expect(await rankProducts(shop.db, new Date())).toBe(true);
  expect(await bestSelling()).toEqual(['TEA -', 'SALT -', 'OATS -', 'RUSKS -']);
  await place('RUSKS');
  await place('OATS-1', 'RUSKS');
  await place('OATS-1');
  await place('SALT');
  for (let times = 0; times < 3; times++) await administer(shop.db, 'orders', 'cancel', await place('TEA'));
  await rankProducts(shop.db, new Date());
  await expect.poll(bestSelling).toEqual(['OATS 1', 'RUSKS 1', 'SALT 3', 'TEA -']);
});

test('ranks are counted again after a day, and only the orders of 90 days count', async () => {
  await place('SALT');
  await place('SALT');
  expect(await rankProducts(shop.db, inDays(0.9))).toBe(false);
  expect(await rankProducts(shop.db, inDays(1.1))).toBe(true);
  await expect.poll(bestSelling).toEqual(['SALT 1', 'OATS 2', 'RUSKS 2', 'TEA -']);
  expect(await rankProducts(shop.db, inDays(91))).toBe(true);
  await expect.poll(bestSelling).toEqual(['TEA -', 'SALT -', 'OATS -', 'RUSKS -']);
});
