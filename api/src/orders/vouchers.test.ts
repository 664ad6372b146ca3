import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { deliveryFile, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { handOver } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { readOrderState } from '@fynbos/test-kit/payments/settled-orders.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A voucher is money: it pays delivery too, and keeps its remainder (spec D24, ADR-036). */

const codes = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K'].map((end) => `VOUCHER-R500-${end}`);
let shop: PayingShop;
let unused: string[];
beforeAll(async () => {
  unused = [...codes];
  shop = await openPayingShop(
    {
      'products.csv':
        'sku,name,categories,price_incl_tax,tax_class,qty,type_id\nOATS,Oats,Food,33.98,zero,100000,simple\n' +
        'TEA,Tea,Drinks,60.00,standard,100000,simple\nBIG,Big,Food,470.00,standard,100000,simple\n',
      'coupons.csv':
        'code,label,kind,percent,amount,categories,is_voucher,most_uses,most_uses_each\n' +
        `TEN,10 %,percent,10,,,,,\nR900,R900,fixed,,900,,,,\nDRINKS-ONLY,R500,fixed,,500,Drinks,yes,,\n` +
        codes.map((code) => `${code},R500,fixed,,500,,yes,1,1\n`).join(''),
      'delivery.csv': deliveryFile,
    },
    behindProxy,
  );
});
afterAll(async () => {
  expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  await shop.close();
});

const freshVoucher = () => unused.pop()!;

/** A guest's cart with delivery chosen and these codes applied. */
async function cartWith(skus: readonly string[], { voucher, coupon }: { voucher?: string; coupon?: string }) {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  for (const sku of skus) expect((await cart.update({ sku, qty: 1 })).status).toBe(200);
  const addressInformation = {
    shippingAddress: { countryId: 'ZA', postcode: '8001', region_code: 'ZA-WC' },
    ...{ shippingCarrierCode: 'van', shippingMethodCode: 'door' },
  };
  await cart.post('/api/cart/shipping-information', { addressInformation });
  if (coupon) await cart.post(`/api/cart/apply-coupon?coupon=${coupon}`);
  if (voucher) expect((await apply(cart, voucher)).body).toMatchObject({ code: 200, result: true });
  return cart;
}

const apply = (cart: TestCart, code: string) => cart.post(`/api/cart/add-voucher?voucherCode=${code}`);

/** The order of a cart, as a client sends it that shows the total. */
async function orderFrom(cart: TestCart) {
  const { grand_total } = await cart.totals();
  const sent = await orderOf(cart, { grand_total });
  const payment_method_code = grand_total === 0 ? 'free' : 'cashondelivery';
  return { ...sent, addressInformation: { ...sent.addressInformation, payment_method_code } };
}

async function ordered(cart: TestCart) {
  const sent = await orderFrom(cart);
  const { status, body } = await cart.post('/api/order', sent);
  expect([status, body.meta?.problem]).toEqual([200, undefined]);
  return { sent, number: body.result.orderNumber as string };
}

/** Saves the order of a cart that has this left to pay, and goes to the page of a provider. */
async function payerOf(cart: TestCart, provider: ProviderCode, grand_total: number) {
  const sent = await orderOf(cart, { grand_total });
  const checkout = { checkoutReference: crypto.randomUUID(), grand_total };
  const addressInformation = { ...sent.addressInformation, payment_method_code: provider };
  const saved = await cart.post('/api/order/save-pending-order', {
    ...sent,
    ...checkout,
    addressInformation,
  });
  expect(saved.body.result).toMatchObject({ amount: grand_total });
  const { status, body } = await handOver(cart, provider, checkout);
  expect(status).toBe(200);
  return { orderId: sent.order_id, id: body.result.id as string };
}

interface Started {
  orderId: string;
}

const statesOf = (...orders: Started[]) =>
  Promise.all(orders.map(async ({ orderId }) => (await readOrderState(shop.db, orderId)).state));

/** Waits, on the clock of the shop, until payments have led to this. */
const settled = <Outcome>(read: () => Promise<Outcome>, outcome: Outcome) =>
  expect
    .poll(async () => {
      await shop.advance(6 * 60_000);
      return read();
    })
    .toEqual(outcome);

async function numberOf({ orderId }: Started): Promise<string> {
  const { rows } = await sql<{ number: string }>`select number from sales_order
    where order_id = ${orderId}`.execute(shop.db);
  return rows[0]!.number;
}

async function refundsOf({ orderId }: Started): Promise<number> {
  const { rows } = await sql`select from refund join sales_order on sales_order.id = refund.order_id
    where sales_order.order_id = ${orderId}`.execute(shop.db);
  return rows.length;
}

async function movementsOf(voucher: string) {
  const { rows } = await sql`select sales_order.order_id as "order", cents
    from voucher_movement join sales_order on sales_order.id = voucher_movement.order_id
    where voucher_movement.coupon_code = ${voucher} order by voucher_movement.id`.execute(shop.db);
  return rows;
}

async function orderRow(number: string) {
  return shop.db.selectFrom('sales_order').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
}

const balanceOf = async (voucher: string) => {
  const cart = await cartWith(['OATS'], { voucher });
  return (await cart.totals()).voucher_balance;
};

describe('a voucher pays goods and delivery, and keeps its remainder', () => {
  test.each([
    { skus: ['OATS'], paid: 93.98, left: 0, discount: 0 },
    { skus: ['TEA'], paid: 120, left: 0, discount: 0 },
    { skus: ['OATS', 'TEA'], coupon: 'TEN', paid: 144.58, left: 0, discount: -9.4 },
    { skus: ['BIG'], paid: 500, left: 30, discount: 0 },
    { skus: ['BIG', 'TEA'], paid: 500, left: 90, discount: 0 },
    { skus: ['BIG'], coupon: 'R900', paid: 60, left: 0, discount: -470 },
  ])('$skus with coupon $coupon: the voucher pays $paid', async ({ skus, coupon, paid, left, discount }) => {
    const voucher = 'VOUCHER-R500-A';
    unused = unused.filter((code) => code !== voucher);
    const cart = await cartWith(skus, { voucher, ...(coupon && { coupon }) });
    const totals = await cart.totals();
    expect(totals).toMatchObject({
      ...{ grand_total: left, discount_amount: discount, shipping_incl_tax: 60, voucher_amount: paid },
      ...{ voucher_balance: 500, voucher_balance_after: Math.round((500 - paid) * 100) / 100 },
    });
    const sum = totals.total_segments
      .filter(({ code }: { code: string }) =>
        ['subtotal', 'shipping', 'payment', 'discount', 'voucher'].includes(code),
      )
      .reduce((total: number, { value }: { value: number }) => total + Math.round(value * 100), 0);
    expect(sum / 100).toBe(left);
  });

  test('an order paid wholly by voucher needs no payment, and the rest pays the next orders', async () => {
    const voucher = freshVoucher();
    const first = await ordered(await cartWith(['OATS'], { voucher }));
    expect(await orderRow(first.number)).toMatchObject({
      ...{ state: 'placed', payment_method: 'free', grand_total_cents: 0 },
      ...{ voucher_cents: 9398, voucher_balance_cents: 40602, discount_cents: 0 },
    });
    const second = await ordered(await cartWith(['TEA'], { voucher }));
    expect(await orderRow(second.number)).toMatchObject({
      voucher_cents: 12000,
      voucher_balance_cents: 28602,
    });
    const third = await ordered(await cartWith(['BIG'], { voucher }));
    expect(await orderRow(third.number)).toMatchObject({
      ...{ voucher_cents: 28602, voucher_balance_cents: 0, grand_total_cents: 24398 },
      payment_method: 'cashondelivery',
    });
    const refused = await apply(await cartWith(['OATS'], {}), voucher);
    expect(refused.body.meta.problem).toBe('coupon_wrong');
  });

  test('the same order sent twice takes the voucher once', async () => {
    const voucher = freshVoucher();
    const cart = await cartWith(['OATS'], { voucher });
    const { sent, number } = await ordered(cart);
    const again = await cart.post('/api/order', sent);
    expect(again.body.result.orderNumber).toBe(number);
    expect(await balanceOf(voucher)).toBe(406.02);
  });

  test('a voucher for some categories pays their goods only', async () => {
    const cart = await cartWith(['OATS', 'TEA'], { voucher: 'DRINKS-ONLY' });
    const totals = await cart.totals();
    expect(totals).toMatchObject({ voucher_amount: 60, grand_total: 93.98 });
    const [, tea] = await cart.pull();
    expect(totals.voucher_items).toEqual([tea!.item_id]);
  });

  test('the mail and the order say what the voucher paid and what is left on it', async () => {
    const { number } = await ordered(await cartWith(['BIG'], { voucher: freshVoucher() }));
    const { rows } = await sql<{ sections: string }>`select row_to_json(mail)::text as sections from mail
      where mail::text like ${`%${number}%`}`.execute(shop.db);
    const mails = rows.map(({ sections }) => sections).join('\n');
    for (const amount of ['R500.00', 'R30.00', 'R530.00', 'R0.00']) expect(mails).toContain(amount);
  });
});

describe('the amount comes back', () => {
  test('when an order is canceled, once, and a mail tells the balance', async () => {
    const voucher = freshVoucher();
    const { number } = await ordered(await cartWith(['OATS'], { voucher }));
    expect(await balanceOf(voucher)).toBe(406.02);
    expect((await shop.admin('orders', 'cancel', number)).code).toBe(0);
    expect(await balanceOf(voucher)).toBe(500);
    expect((await shop.admin('orders', 'cancel', number)).code).not.toBe(0);
    expect(await balanceOf(voucher)).toBe(500);
    const { rows } = await sql`select from mail where mail::text like '%is back on that voucher%'
      and mail::text like ${`%${number}%`}`.execute(shop.db);
    expect(rows).toHaveLength(1);
  });

  test('when an order is refunded in parts: its payment first, then the voucher, never more than it took', async () => {
    const voucher = freshVoucher();
    const { number } = await ordered(await cartWith(['BIG', 'TEA'], { voucher }));
    await shop.admin('orders', 'ship', number);
    await shop.admin('orders', 'deliver', number);
    expect((await shop.admin('payments', 'refund', number, '100.00')).code).toBe(0);
    expect(await balanceOf(voucher)).toBe(10);
    expect((await shop.admin('payments', 'refund', number, '500.00')).code).not.toBe(0);
    expect(await balanceOf(voucher)).toBe(10);
    expect((await shop.admin('payments', 'refund', number)).code).toBe(0);
    expect(await balanceOf(voucher)).toBe(500);
  });

  test('when an unpaid order expires; a provider is asked for what is left to pay', async () => {
    const voucher = freshVoucher();
    const cart = await cartWith(['BIG'], { voucher });
    const { orderId } = await payerOf(cart, 'card', 30);
    const refused = await apply(await cartWith(['OATS'], {}), voucher);
    expect(refused.body.meta.problem).toBe('coupon_wrong');
    await shop.advance(5 * 60 * 60_000);
    await expect.poll(async () => (await readOrderState(shop.db, orderId)).state).toBe('expired');
    expect(await balanceOf(voucher)).toBe(500);
  });
});

test('a late payment takes the amount again, from the other order of the cart, and each amount moves once', async () => {
  const voucher = freshVoucher();
  const cart = await cartWith(['BIG'], { voucher });
  const first = await payerOf(cart, 'card', 30);
  expect((await shop.admin('payments', 'refund', await numberOf(first))).code).not.toBe(0);
  await cart.update({ sku: 'TEA', qty: 1 });
  const second = await payerOf(cart, 'local-a', 90);
  expect(await statesOf(first, second)).toEqual(['expired', 'pending_payment']);
  await shop.act('card', first.id, 'pay');
  await settled(() => statesOf(first, second), ['placed', 'expired']);
  await shop.act('local-a', second.id, 'pay');
  const lateMoney = async () => (await readOrderState(shop.db, second.orderId)).netCents;
  await settled(async () => [await refundsOf(second), await lateMoney()], [1, 0]);
  expect(await movementsOf(voucher)).toEqual([
    { order: first.orderId, cents: -50000 },
    { order: first.orderId, cents: 50000 },
    { order: second.orderId, cents: -50000 },
    { order: second.orderId, cents: 50000 },
    { order: first.orderId, cents: -50000 },
  ]);
  expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  expect((await shop.admin('orders', 'cancel', await numberOf(first))).code).toBe(0);
  expect(await balanceOf(voucher)).toBe(500);
});

test('a cart whose voucher was spent elsewhere is told of its new total, not of the payment it needs now', async () => {
  const voucher = freshVoucher();
  const carts = [await cartWith(['TEA'], { voucher }), await cartWith(['BIG'], { voucher })] as const;
  const body = await orderFrom(carts[0]);
  await payerOf(carts[1], 'card', 30);
  const { status, body: refused } = await carts[0].post('/api/order', body);
  expect([status, refused.meta.problem]).toEqual([409, 'total_changed']);
});

test('many carts with one voucher at the same time never spend more than its balance', async ({ task }) => {
  const voucher = freshVoucher();
  const count = repetitions(8, 60);
  const carts = await Promise.all(Array.from({ length: count }, () => cartWith(['TEA'], { voucher })));
  const bodies = await Promise.all(carts.map(orderFrom));
  const responses = await Promise.all(carts.map((cart, index) => cart.post('/api/order', bodies[index]!)));
  const problems = responses.map(({ body }) => body.meta?.problem ?? 'placed');
  expect(problems.toSorted()).toEqual(
    [...Array(4).fill('placed'), ...Array(count - 4).fill('total_changed')].toSorted(),
  );
  expect(await balanceOf(voucher)).toBe(20);
  expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  task.meta.attempts = count;
});
