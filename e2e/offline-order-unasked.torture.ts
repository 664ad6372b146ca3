import { expect, test } from 'vitest';
import { visit } from './browser.ts';
import { orderOf, putInCart } from './checkout-pages.ts';
import { products } from './larder.ts';
import { arrived, comeBack, loseNetwork, lostCalls, orderOffline } from './offline-orders.ts';
import { openShop } from './opened.ts';
import { load } from './shop-files.ts';

const our = openShop({ SEND_OFFLINE_ORDERS: 'on' }, (shop) => load(shop, { 'products.csv': products }));

test('SEND_OFFLINE_ORDERS=on sends an offline order without asking (spec accounts 4.4)', async () => {
  const { page, expectConsoleError, close } = await visit(our.browser, our.shop.origin);
  expectConsoleError(lostCalls);
  const email = 'thandi@example.co.za';
  await putInCart(page, 'larder-tea', 2);
  await loseNetwork(page);
  await orderOffline(page, email);
  await comeBack(page);
  const [number = ''] = await arrived(page);
  expect((await orderOf(our.shop, number, email)).grand_total).toBe(180);
  expect(await page.getByText('Order waiting!').count()).toBe(0);
  await close();
});
