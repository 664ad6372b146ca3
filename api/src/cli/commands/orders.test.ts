import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { deliveryFile, order, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { administer, runCommand } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const files = {
  'products.csv':
    'sku,name,price_incl_tax,tax_class,qty,backorders,custom_options\nOATS,Oats 1 kg,43.50,zero,40,,\nTEA,Rooibos Tea,60.00,standard,40,,\n' +
    'LATER,Honey of the next harvest,89.99,standard,0,1,\n' +
    'MUG,Mug,50.00,standard,40,,"[{""option_id"":1,""title"":""Words"",""type"":""area""}]"\n',
  'coupons.csv': 'code,label,kind,percent,most_uses\nTEN,10 %,percent,10,5\n',
  'delivery.csv': deliveryFile,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files);
});
afterAll(() => shop.close());

const run = (...args: string[]) => administer(shop.db, ...args);
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;

async function place(more: object = {}): Promise<string> {
  const cart = await newCart(shop);
  await cart.update({ sku: 'OATS', qty: 2 });
  await cart.update({ sku: 'TEA', qty: 1 });
  await cart.post('/api/cart/apply-coupon?coupon=TEN', {});
  const { body } = await order(cart, more);
  return body.result.orderNumber;
}

test('orders are listed by state, address and day, and one is shown in full (OPS-3)', async () => {
  const number = await place();
  expect((await run('orders', 'list')).out).toMatch(
    new RegExp(`^${number}  .* placed  .*R192.30  thandi@example.co.za\n1 order\n$`),
  );
  for (const args of [
    ['--state', 'shipped'],
    ['--email', 'somebody@else.co.za'],
    ['--since', '2099-01-01'],
  ])
    expect((await run('orders', 'list', ...args)).out).toBe('0 orders\n');
  const { out } = await run(
    'orders',
    'list',
    '--state',
    'placed',
    '--email',
    'Thandi@example.co.za',
    '--since',
    '2026-01-01',
  );
  expect(out).toContain('1 order\n');

  const shown = await run('orders', 'show', `#${Number(number)}`);
  expect(shown.out).toMatch(new RegExp(`^${number}  placed, placed 20`));
  for (const part of [
    '  thandi@example.co.za, guest\n',
    '  to  Thandi Nkosi, 12 Long Street, 4B, Gardens, Cape Town, Western Cape, 8001, +27821234567\n',
    '  Pay on delivery; Van – Today\n',
    '     2 × OATS  Oats 1 kg  R78.30\n',
    '  goods R147.00\n  off R14.70 (TEN)\n  delivery R60.00\n  total R192.30\n  15 % tax of R99.13  R14.87\n',
    '  placed, guest\n',
  ])
    expect(shown.out).toContain(part);
});

test('orders show prints what a client sent with the payment method, on one line (T16)', async () => {
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 1 });
  const sent = await orderOf(cart);
  const payment_method_additional = { change_for: 200, note: 'a\u2028b\u0085c' };
  const addressInformation = { ...sent.addressInformation, payment_method_additional };
  const { body } = await cart.post('/api/order', { ...sent, addressInformation });
  const { out } = await run('orders', 'show', body.result.orderNumber);
  expect(out).toContain('\n  payment details: {"note":"a b c","change_for":200}\n');
});

test('orders show prints option text of shoppers as one line without control characters (T16)', async ({
  task,
}) => {
  const typed = ['\n', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u001b[2J', '\u0007'];
  for (const character of typed) {
    const cart = await newCart(shop);
    const option_value = `For you${character}  1 × GOLD  Gold bar  R1.00${character}  placed, operator`;
    const product_option = { extension_attributes: { custom_options: [{ option_id: 1, option_value }] } };
    expect((await cart.update({ sku: 'MUG', qty: 1, product_option })).status).toBe(200);
    const { body } = await order(cart);
    const { out } = await run('orders', 'show', body.result.orderNumber);
    const lines = out.split(/[\n\r\u2028\u2029\u0085\v\f]/);
    expect(lines.filter((line) => line.includes('GOLD'))).toHaveLength(1);
    expect(lines.find((line) => line.includes('GOLD'))).toMatch(/^ +1 × MUG {2}Mug, Words: For you/);
    expect(out).not.toMatch(/[\p{Cc}--\n]/v);
  }
  task.meta.attempts = typed.length;
});

test('orders ship records the tracking text, and deliver follows', async () => {
  const number = await place();
  expect((await runCommand(shop.url, 'admin', 'orders', 'ship', number, '--tracking', 'TCG 4711')).out).toBe(
    `The order ${number} is shipped now (before: placed).\n`,
  );
  expect((await run('orders', 'show', number)).out).toContain('shipped, operator: TCG 4711\n');
  expect((await run('orders', 'deliver', number)).out).toContain('is delivered now (before: shipped)');
  expect((await run('orders', 'cancel', number)).err).toBe(
    `The order ${number} is delivered: it can become returned, not canceled. Nothing was changed.\n`,
  );
});

test('orders cancel and return give back stock and coupon uses', async () => {
  const before = await stockOf('OATS');
  const [first, second] = [await place(), await place()];
  await expect.poll(() => stockOf('OATS')).toBe(before - 4);
  expect((await run('coupons', 'show', 'TEN')).out).toContain('used 4 times, 5 at most');
  await run('orders', 'cancel', first, '--reason', 'The van broke down');
  await run('orders', 'ship', second);
  expect((await run('orders', 'return', second)).code).toBe(0);
  await expect.poll(() => stockOf('OATS')).toBe(before);
  expect((await run('coupons', 'show', 'TEN')).out).toContain('used 2 times, 5 at most');
  expect((await run('orders', 'ship', first)).err).toContain(
    'it can become nothing else any more, not shipped',
  );
});

test('cancelling an order of a product with unlimited backorders keeps it orderable', async () => {
  const buy = async (qty: number) => {
    const cart = await newCart(shop);
    await cart.update({ sku: 'LATER', qty });
    return (await order(cart)).body.result.orderNumber as string;
  };
  await buy(5);
  const second = await buy(2);
  await run('orders', 'cancel', second);
  await expect.poll(() => stockOf('LATER')).toBe(-5);
  expect((await run('stock', 'show', 'LATER')).out).toContain(
    '-5, in stock, can be backordered without limit',
  );
});

test('orders refuses invalid arguments with one sentence', async () => {
  const commands: [string[], string][] = [
    [['show', '4711'], 'There is no order 000004711.'],
    [['show', "'; drop table sales_order; --"], 'There is no order'],
    [['list', '--state', 'lost'], '"lost" is no state: pending_payment, placed, shipped'],
    [['list', '--since', 'today'], '"today" is no date'],
    [['list', 'all'], 'npm run admin -- orders list [--state STATE]'],
    [['ship', '1', '--reason', 'x'], 'npm run admin -- orders ship NUMBER [--tracking TEXT]'],
    [['cancel', '1', '--reason', 'x'.repeat(201)], 'A reason can have at most 200 characters.'],
  ];
  for (const [args, sentence] of commands) {
    const { code, err } = await run('orders', ...args);
    expect([args, code, err]).toEqual([args, 1, expect.stringContaining(sentence)]);
  }
});

test('orders show prints an address without control characters', async () => {
  const cart = await newCart(shop);
  await cart.update({ sku: 'OATS', qty: 1 });
  const { addressInformation, ...rest } = await orderOf(cart);
  const shippingAddress = { ...addressInformation.shippingAddress, company: '\u001b[2J\u009bClean' };
  const { body } = await cart.post('/api/order', {
    ...rest,
    addressInformation: { ...addressInformation, shippingAddress },
  });
  const { out } = await run('orders', 'show', body.result.orderNumber);
  expect(out).toContain('Clean');
  for (const steering of ['\u001b', '\u009b']) expect(out).not.toContain(steering);
});
