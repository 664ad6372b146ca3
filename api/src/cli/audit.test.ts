import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { deliveryFile, order } from '@fynbos/test-kit/orders/order-body.ts';
import { administer, runCommand } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const files = {
  'products.csv': `sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,tax_class,qty,backorders,colour,bundle_options
OATS,simple,,,Oats,43.50,zero,4000,,,
TEA,simple,,,Tea,60.00,standard,4000,,,
MUG,configurable,,colour,Mug,,standard,,,,
MUG-RED,simple,MUG,,Mug Red,79.99,standard,4000,,Red,
LATER,simple,,,Honey of the next harvest,89.99,standard,0,1,,
GIFT,virtual,,,Gift Card,100.00,standard,,,,
BOX,bundle,,,Box,,standard,,,,"[{""option_id"":1,""title"":""Cereal"",""required"":true,""type"":""radio"",""product_links"":[{""sku"":""OATS"",""qty"":2,""is_default"":true},{""sku"":""TEA"",""qty"":1}]}]"
`,
  'coupons.csv':
    'code,label,kind,percent,amount,most_uses,most_uses_each,is_voucher\nTEN,10 %,percent,10,,900,,\nEACH,R5,fixed,,5.00,,1,\nFREE,Free delivery,free_delivery,,,,,yes\n',
  'deals.csv': 'code,label,kind,skus,qty,price_incl_tax\ntea-3,3 for R150,n_for,TEA,3,150.00\n',
  'delivery.csv': deliveryFile,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files, behindProxy);
});
afterAll(() => shop.close());

const guest = () => newCart(shop, { 'x-forwarded-for': freshAddress() });

async function buy(
  lines: Record<string, number>,
  prepare: (cart: TestCart) => Promise<unknown> = async () => {},
) {
  const cart = await guest();
  for (const [sku, qty] of Object.entries(lines)) {
    const parent = sku.startsWith('MUG-') ? { parentSku: 'MUG' } : {};
    expect((await cart.update({ sku, qty, ...parent })).status).toBe(200);
  }
  await prepare(cart);
  const { body } = await order(cart);
  expect([body.code, body.meta?.problem]).toEqual([200, undefined]);
  return body.result.orderNumber as string;
}

const code = (name: string) => (cart: TestCart) => cart.post(`/api/cart/apply-coupon?coupon=${name}`);
const auditShop = () => invariantViolations(shop.db);
const numbers: string[] = [];

test('audit passes for a shop without orders', async () => {
  expect(await auditShop()).toEqual([]);
});

test('audit passes for orders of every kind in every state', async () => {
  const { body: bundle } = await shop.post('/api/catalog/fynbos/product/_search', {
    filters: { sku: 'BOX' },
  });
  const [{ product_links: links }] = bundle.items[0].bundle_options;
  const bundle_options = [{ option_id: 1, option_qty: 2, option_selections: [links[0].id] }];
  const chosen = { extension_attributes: { custom_options: [], bundle_options } };
  const both = async (cart: TestCart) => {
    await code('EACH')(cart);
    await cart.post('/api/cart/apply-voucher?code=FREE');
  };
  numbers.push(
    await buy({ OATS: 2, TEA: 3 }, code('TEN')),
    await buy({ 'MUG-RED': 3, OATS: 1 }, (cart) =>
      cart.update({ sku: 'BOX', qty: 2, product_option: chosen }),
    ),
    await buy({ TEA: 4, OATS: 7 }, both),
    await buy({ LATER: 2, GIFT: 1 }),
    await buy({ OATS: 1 }, code('TEN')),
  );
  const [first, second, third, fourth] = numbers;
  for (const [action, number] of [
    ['ship', first],
    ['ship', second],
    ['deliver', second],
    ['return', second],
    ['cancel', third],
    ['ship', fourth],
  ])
    expect((await administer(shop.db, 'orders', action!, number!)).code).toBe(0);
  expect(await auditShop()).toEqual([]);
  const { rows } = await sql<{
    returned: number;
  }>`select count(returned_at) as returned from coupon_use`.execute(shop.db);
  expect(rows[0]!.returned).toBeGreaterThan(0);
});

describe('audit reports exactly the data that was damaged', () => {
  const of = (index: number) => `(select id from sales_order order by id offset ${index} limit 1)`;
  const oatsLine = `order_id = ${of(0)} and sku = 'OATS'`;
  test.each<[title: string, broken: string, mended: string, expected: RegExp[]]>([
    [
      'stock below zero',
      `update stock set qty = -1 where product_id = (select id from product where sku = 'MUG-RED')`,
      `update stock set qty = 3000 where product_id = (select id from product where sku = 'MUG-RED')`,
      [/^I1 MUG-RED: the stock is -1$/],
    ],
    [
      'store stock below zero',
      `insert into store_stock values ((select id from product where sku = 'TEA'), 'KNY', -2, false)`,
      'delete from store_stock',
      [/^I1 TEA in KNY: the stock is -2$/],
    ],
    [
      'an order that took more stock than its lines',
      `update order_stock set qty = qty + 1 where order_id = ${of(4)}`,
      `update order_stock set qty = qty - 1 where order_id = ${of(4)}`,
      [/^I1 order \d{9}: took 2 of OATS, its lines need 1$/],
    ],
    [
      'an order that took no stock for its bundle',
      `delete from order_stock where order_id = ${of(1)} and product_id = (select id from product where sku = 'OATS')`,
      `insert into order_stock (order_id, product_id, store_code, qty, returned_at)
        values (${of(1)}, (select id from product where sku = 'OATS'), '', 5, now())`,
      [/^I1 order \d{9}: took 0 of OATS, its lines need 5$/],
    ],
    [
      'stock that was returned too early',
      `update order_stock set returned_at = now() where order_id = ${of(4)}`,
      `update order_stock set returned_at = null where order_id = ${of(4)}`,
      [/^I1 order \d{9}: is placed and gave stock back$/],
    ],
    [
      'stock and coupon uses that were not returned',
      `update order_stock set returned_at = null where order_id = ${of(2)}`,
      `update order_stock set returned_at = now() where order_id = ${of(2)}`,
      [/^I1 order \d{9}: is canceled and holds stock still$/],
    ],
    [
      'a total that differs from the sum of its parts',
      `update sales_order set grand_total_cents = grand_total_cents - 100 where id = ${of(0)}`,
      `update sales_order set grand_total_cents = grand_total_cents + 100 where id = ${of(0)}`,
      [
        /^I2 order \d{9}: the total is \d+, lines and delivery come to \d+; the total is \d+, the rates come to \d+$/,
      ],
    ],
    [
      'a subtotal, a discount and a tax that differ from the sum of their parts',
      `update sales_order set subtotal_cents = 1, subtotal_net_cents = 1, discount_cents = 1, tax_cents = 1 where id = ${of(0)}`,
      `update sales_order set (subtotal_cents, subtotal_net_cents, discount_cents, tax_cents) =
        (select sum(row_cents), sum(row_net_cents), sum(discount_cents), (select sum(tax_cents) from order_tax where order_id = id)
          from order_line where order_id = id) where id = ${of(0)}`,
      [
        /^I2 order \d{9}: the subtotal is 1, .*; the subtotal without tax is 1, .*; the discount is 1, .*; the tax is 1, /,
      ],
    ],
    [
      'an amount below 0',
      `update sales_order set shipping_cents = shipping_cents - 7000, shipping_discount_cents = shipping_discount_cents - 7000 where id = ${of(0)}`,
      `update sales_order set shipping_cents = shipping_cents + 7000, shipping_discount_cents = shipping_discount_cents + 7000 where id = ${of(0)}`,
      [/^I2 order \d{9}: an amount is below 0$/],
    ],
    [
      'a line whose total differs from price times quantity',
      `update order_line set qty = qty + 1 where order_id = ${of(3)} and sku = 'GIFT'`,
      `update order_line set qty = qty - 1 where order_id = ${of(3)} and sku = 'GIFT'`,
      [/^I2 order \d{9}: line \d: 2 pieces of 10000 are not 10000$/],
    ],
    [
      'a line whose tax differs from its rates',
      `update order_line set tax_cents = 5 where ${oatsLine}`,
      `update order_line set tax_cents = 0 where ${oatsLine}`,
      [/^I2 order \d{9}: line 1: the tax is 5, the rates come to 0$/],
    ],
    [
      'tax at a rate that no line has',
      `update order_tax set rate = 14 where rate = 15 and order_id = ${of(0)}`,
      `update order_tax set rate = 15 where rate = 14 and order_id = ${of(0)}`,
      [/^I2 order \d{9}: beside its lines .* are taxed at 14 %, 15 %, its delivery is 6000$/],
    ],
    [
      'an order without a placed event',
      `delete from order_event where order_id = ${of(4)}`,
      `insert into order_event (order_id, state, actor, occurred_at) values (${of(4)}, 'placed', 'guest', now())`,
      [/^I5 order \d{9}: is placed, but went no recorded states$/],
    ],
    [
      'an order without a confirmation mail, and one with two',
      `update mail_about set number = (select max(number) from sales_order) where number = (select min(number) from sales_order)
        and template = 'orderConfirmation'`,
      `update mail_about set number = (select min(number) from sales_order) where mail_id =
        (select min(mail_id) from mail_about where template = 'orderConfirmation')`,
      [
        /^I5 order \d{9}: was placed, and notified by 0 mails$/,
        /^I5 order \d{9}: was placed, and notified by 2 mails$/,
      ],
    ],
    [
      'an order with an impossible state transition',
      `update sales_order set state = 'delivered' where id = ${of(4)};
       insert into order_event (order_id, state, actor, occurred_at) values (${of(4)}, 'delivered', 'operator', now())`,
      `update sales_order set state = 'placed' where id = ${of(4)};
       delete from order_event where order_id = ${of(4)} and state = 'delivered'`,
      [/^I5 order \d{9}: is delivered, but went placed → delivered$/],
    ],
    [
      'a coupon use that was counted twice, and one above the limit',
      `update coupon set uses = uses + 1, max_uses = 1 where code = 'TEN'`,
      `update coupon set uses = uses - 1, max_uses = 900 where code = 'TEN'`,
      [/^I6 coupon TEN: counts 3 uses, orders have 2$/, /^I6 coupon TEN: used 2 times, 1 at most$/],
    ],
    [
      'a person who used a code more often than allowed',
      `update coupon set max_uses_per_customer = 1 where code = 'TEN'`,
      `update coupon set max_uses_per_customer = null where code = 'TEN'`,
      [/^I6 coupon TEN: one person used it 2 times, 1 at most, last with order \d{9}$/],
    ],
    [
      'a code whose use was not counted',
      `update sales_order set voucher_code = 'GONE' where id = ${of(4)}`,
      `update sales_order set voucher_code = null where id = ${of(4)}`,
      [/^I6 order \d{9}: has the code GONE, whose use was not counted$/],
    ],
    [
      'a coupon use by an order without this code',
      `update sales_order set coupon_code = null where id = ${of(4)}`,
      `update sales_order set coupon_code = 'TEN' where id = ${of(4)}`,
      [/^I6 order \d{9}: counts as a use of TEN, which it has not$/],
    ],
    [
      'a cart that was ordered twice, so that another has no order',
      `update sales_order set cart_id = cart_id - 1 where id = ${of(4)}`,
      `update sales_order set cart_id = cart_id + 1 where id = ${of(4)}`,
      [
        /^I9 order \d{9}: has the cart \d+, as \d{9} has$/,
        /^I9 cart \d+: was used up, but there is no order of it$/,
      ],
    ],
    [
      'a cart that can be ordered a second time',
      `update cart set ordered_at = null where id = (select cart_id from sales_order where id = ${of(4)})`,
      `update cart set ordered_at = now() where id = (select cart_id from sales_order where id = ${of(4)})`,
      [/^I9 order \d{9}: its cart \d+ is still open$/],
    ],
    [
      'an order that waits for a payment without an attempt',
      `update sales_order set state = 'pending_payment' where id = ${of(4)};
       update order_event set state = 'pending_payment' where order_id = ${of(4)}`,
      `update sales_order set state = 'placed' where id = ${of(4)};
       update order_event set state = 'placed' where order_id = ${of(4)}`,
      [
        /^I9 cart \d+: was used up, but there is no order of it$/,
        /^I7 order \d{9}: waits for a payment, but has no open payment attempt$/,
        /^I8 order \d{9}: holds its goods for ever, though it can no longer be paid$/,
      ],
    ],
    [
      'mail that is not sent',
      `update mail set next_try_at = now() - interval '301 seconds'`,
      `update mail set next_try_at = now()`,
      [/^I10 \d+ mails wait, the first due since 30[1-9] seconds: the mail worker does not send them$/],
    ],
  ])('%s', async (_title, broken, mended, expected) => {
    for (const statement of broken.split(';\n')) await sql.raw(statement).execute(shop.db);
    const violations = await auditShop();
    for (const statement of mended.split(';\n')) await sql.raw(statement).execute(shop.db);
    expect(violations).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
    expect(await auditShop()).toEqual([]);
  });
});

test('audit prints every invariant, at most twenty violations of each, and exits with code 1 for violations', async () => {
  const clean = await runCommand(shop.url, 'audit');
  expect([clean.code, clean.err]).toEqual([0, '']);
  expect(clean.out).toMatch(
    /^ok {4}I1 {2}4 stock quantities, none below zero\n(ok .*\n)+The audit found no errors.\n$/,
  );

  await sql`update sales_order set tax_cents = tax_cents + 1`.execute(shop.db);
  await sql`insert into coupon (code, label, kind, uses) select 'LOST' || n, '', 'free_delivery', 1
    from generate_series(1, 1250) as n`.execute(shop.db);
  const broken = await runCommand(shop.url, 'audit');
  await sql`delete from coupon where code like 'LOST%'`.execute(shop.db);
  await sql`update sales_order set tax_cents = tax_cents - 1`.execute(shop.db);
  expect(broken.code).toBe(1);
  expect(broken.out.match(/^ERROR I2/gm)).toHaveLength(numbers.length);
  expect(broken.out.match(/^ERROR I6 {2}coupon LOST/gm)).toHaveLength(20);
  expect(broken.out).toContain('ERROR I6  … and 1,230 more of this kind\n');
  expect(broken.out).toContain(
    '1,255 errors: docs/operations/health-and-monitoring.md explains what to do.\n',
  );
});

test('audit passes at every moment while the shop sells', async () => {
  let selling = true;
  const sold = Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let count = 0; count < 5; count++) await buy({ OATS: 2, TEA: 3 }, code('TEN'));
    }),
  ).finally(() => {
    selling = false;
  });
  // Rejections are reported when all sales are awaited.
  sold.catch(() => {});
  let audits = 0;
  while (selling) {
    expect(await auditShop()).toEqual([]);
    audits++;
  }
  await sold;
  expect(audits).toBeGreaterThan(1);
  expect(await auditShop()).toEqual([]);
});
