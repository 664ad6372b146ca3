import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { deliveryFile, order } from '@fynbos/test-kit/orders/order-body.ts';
import { administer } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrderNotices } from './records/order-notice-service.ts';

// Without a mail server the mails stay in the outbox.
let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(
    {
      'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nTEA,Rooibos Tea,60.00,standard,100\n',
      'delivery.csv': deliveryFile,
    },
    { ORDER_NOTICE_TO: 'owner@example.co.za, packer@example.co.za', ORDER_NOTICES: 'placed,canceled' },
  );
});
afterAll(() => shop.close());

async function place(): Promise<string> {
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 2 });
  return (await order(cart)).body.result.orderNumber;
}

/** The notices of an order in the outbox: recipient and text, by recipient. */
const notices = (number: string, subject: string) =>
  shop.db
    .selectFrom('mail')
    .select(['recipient', 'text'])
    .where('subject', '=', `${subject}`.replace('NUMBER', number))
    .orderBy('recipient')
    .execute();

const opened = () =>
  openOrderNotices(
    shop.db,
    { to: ['owner@example.co.za', 'packer@example.co.za'], states: ['placed', 'canceled'] },
    () => new Date(),
  );

test('the owner is told of a new order by mail: number, items, total, delivery method and command', async () => {
  const number = await place();
  await expect.poll(() => notices(number, 'New order NUMBER'), { timeout: 20_000 }).toHaveLength(2);
  const [owner, packer] = await notices(number, 'New order NUMBER');
  expect([owner?.recipient, packer?.recipient]).toEqual(['owner@example.co.za', 'packer@example.co.za']);
  for (const part of [
    `npm run admin -- orders show ${number}`,
    `Order number: ${number}`,
    'Van – Today',
    'Pay on delivery',
    '2 × Rooibos Tea: R120.00',
    'R180.00',
  ])
    expect(owner?.text).toContain(part);
  expect(owner?.text).not.toContain('Thandi');
});

test('the owner is told of an event once, by whichever process reads it, and after a crash', async () => {
  const number = await place();
  await Promise.all([opened()(), opened()(), opened()()]);
  // A process that starts later reads the events of the last day again.
  await opened()();
  expect(await notices(number, 'New order NUMBER')).toHaveLength(2);
  await administer(shop.db, 'orders', 'cancel', number);
  const queueNew = opened();
  await queueNew();
  expect(await queueNew()).toBe(0);
  expect(await notices(number, 'Order NUMBER was canceled')).toHaveLength(2);
  expect(await notices(number, 'New order NUMBER')).toHaveLength(2);
});

test('events that are not in ORDER_NOTICES are not told of', async () => {
  const number = await place();
  await administer(shop.db, 'orders', 'ship', number);
  await administer(shop.db, 'orders', 'return', number);
  await opened()();
  expect(await notices(number, 'Order NUMBER was returned')).toEqual([]);
});
