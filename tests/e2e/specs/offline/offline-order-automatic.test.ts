import { visit } from '../../fixtures/browser.ts';
import { load } from '../../fixtures/import-files.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { products } from '../../fixtures/shop-pool.ts';
import { expect, test } from '../../fixtures/test.ts';
import { orderOf, putInCart } from '../../pages/checkout.ts';
import { arrived, comeBack, loseNetwork, lostCalls, orderOffline } from '../../pages/offline-orders.ts';

const our = openShop({ SEND_OFFLINE_ORDERS: 'on' }, (shop) => load(shop, { 'products.csv': products }), {
  pictures: false,
});

test('SEND_OFFLINE_ORDERS=on sends an offline order without asking (spec accounts 4.4)', async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
  expectConsoleError(lostCalls);
  const email = 'thandi@example.co.za';
  await putInCart(page, 'larder-tea', 2);
  await loseNetwork(page);
  await orderOffline(page, email);
  await comeBack(page);
  const [number = ''] = await arrived(page);
  expect((await orderOf(our.shop, number, email)).grand_total).toBe(180);
  expect(await page.getByText('Order waiting!').count()).toBe(0);
});
