import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { deliveryFile, order } from '@fynbos/test-kit/orders/order-body.ts';
import { administer, administerIn } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The address in the mails of commands that run without PUBLIC_URL. */

const files = {
  'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nOATS,Oats 1 kg,43.50,zero,40\n',
  'delivery.csv': deliveryFile,
};

let shop: TestShop;
beforeAll(async () => {
  // An unreachable mail server: the mails stay queued.
  shop = await openSmallShop(files, { PUBLIC_URL: 'https://shop.example', SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(() => shop.close());

async function place(): Promise<string> {
  const cart = await newCart(shop);
  await cart.update({ sku: 'OATS', qty: 1 });
  return (await order(cart, {})).body.result.orderNumber;
}

const mailed = async (number: string) =>
  (await shop.db.selectFrom('mail').select(['subject', 'text']).execute()).filter(({ subject, text }) =>
    (subject + text).includes(number),
  );

test.each([['ship'], ['cancel']])('orders %s mails links to the running shop', async (command) => {
  const number = await place();
  expect(await administerIn({ db: shop.db, env: {} }, ['orders', command, number])).toMatchObject({
    code: 0,
  });
  const mails = await mailed(number);
  expect(mails).toHaveLength(2);
  for (const { text } of mails) {
    expect(text).toContain('https://shop.example/');
    expect(text).not.toContain('localhost');
  }
});

test('PUBLIC_URL of the command has precedence', async () => {
  const number = await place();
  const env = { PUBLIC_URL: 'https://other.example' };
  await administerIn({ db: shop.db, env }, ['orders', 'ship', number]);
  expect((await mailed(number)).map(({ text }) => /https:..(\w+)/.exec(text)?.[1]).sort()).toEqual([
    'other',
    'shop',
  ]);
});

test('before the first start of a shop, commands that may mail refuse and name the remedy', async () => {
  const { db, drop } = await freshDatabase();
  try {
    const commands = [
      ...['orders ship 1', 'orders deliver 1', 'orders cancel 1', 'orders return 1', 'reviews approve 1'],
      ...[
        'payments query 1',
        'payments refund 1',
        'payments record-refund 1',
        'payments accept 1',
        'payments reconcile',
      ],
    ];
    for (const line of commands) {
      const { code, err } = await administer(db, ...line.split(' '));
      expect([line, code, err]).toEqual([line, 1, expect.stringContaining('set PUBLIC_URL to its address')]);
    }
    expect(await administer(db, 'orders', 'list')).toMatchObject({ code: 0 });
  } finally {
    await drop();
  }
});
