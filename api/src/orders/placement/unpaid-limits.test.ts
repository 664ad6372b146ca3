import { providerCodes } from '@fynbos/core/payments/providers.ts';
import {
  behindProxy,
  freshAddress,
  logInCustomer,
  proveAddress,
  registerPerson,
} from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { countKinds } from '@fynbos/test-kit/orders/response-counts.ts';
import { begin, type Payer, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import type { TestResponse } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readUnpaidStock } from '../records/unpaid-stock-service.ts';

/** How many orders nobody has paid yet one shopper may have, and how much stock they may hold. */

let shop: PayingShop;
beforeAll(async () => {
  const products = `${payingFiles['products.csv']}MANY,Many,60.00,zero,20,simple\nSIX,Six,60.00,zero,6,simple\nEIGHT,Eight,60.00,zero,8,simple\n`;
  shop = await openPayingShop({ ...payingFiles, 'products.csv': products }, { ...behindProxy, ...defaults });
});
afterAll(() => shop.close());

const defaults = {
  ...{ UNPAID_ORDERS_PER_MAILBOX: '3', UNPAID_ORDERS_PER_CLIENT: '10' },
  UNPAID_STOCK_PERCENT: '50',
};

let mailboxes = 0;
const freshMailbox = () => `unpaid${++mailboxes}@example.co.za`;
const problemOf = ({ body }: TestResponse) => body.meta?.problem as string | undefined;

const cartFrom = async (
  clientIp: string,
  cartItem: { sku: string; qty: number } = { sku: 'TEA', qty: 1 },
  headers: Record<string, string> = {},
) => {
  const cart = await newCart(shop, { 'x-forwarded-for': clientIp, ...headers });
  expect((await cart.update(cartItem)).status).toBe(200);
  return cart;
};

/** Saves the cart as an unpaid order. */
async function save(cart: TestCart, email: string, method = 'card', ids: object = {}) {
  const sent = await orderOf(cart, { checkoutReference: crypto.randomUUID(), ...ids });
  const { shippingAddress, billingAddress, ...methods } = sent.addressInformation;
  const information = {
    ...{ ...methods, payment_method_code: method },
    shippingAddress: { ...shippingAddress, email },
    billingAddress: { ...billingAddress, email },
  };
  const path = method === 'cashondelivery' ? '/api/order' : '/api/order/save-pending-order';
  const { checkoutReference, ...order } = sent as typeof sent & { checkoutReference: string };
  const body = { ...order, addressInformation: information };
  return cart.post(path, path === '/api/order' ? body : { ...body, checkoutReference });
}

const saveFrom = async (clientIp: string, email: string, cartItem?: { sku: string; qty: number }) =>
  save(await cartFrom(clientIp, cartItem), email);

describe('unpaid orders are limited by mailbox and client IP (T28)', () => {
  test('a fourth unpaid order of a mailbox is refused, whatever alias, client IP and payment method; paying on delivery is not', async ({
    task,
  }) => {
    const [name, domain] = freshMailbox().split('@');
    for (const [index, alias] of ['', '+a', '+b'].entries()) {
      const cart = await cartFrom(freshAddress());
      expect((await save(cart, `${name}${alias}@${domain}`, providerCodes[index])).status).toBe(200);
    }
    for (const provider of providerCodes) {
      const refused = await save(await cartFrom(freshAddress()), `${name}+c@${domain}`, provider);
      expect([refused.status, problemOf(refused)]).toEqual([409, 'unpaid_order_limit']);
      expect(refused.body.result).toContain('pay or cancel one of them');
    }
    const linked = await cartFrom(freshAddress());
    const { addressInformation, ...sent } = await orderOf(linked);
    const mail = { email: `${name}@${domain}` };
    const information = {
      ...{ ...addressInformation, payment_method_code: 'card' },
      shippingAddress: { ...addressInformation.shippingAddress, ...mail },
      billingAddress: { ...addressInformation.billingAddress, ...mail },
    };
    expect(problemOf(await linked.post('/api/order', { ...sent, addressInformation: information }))).toBe(
      'unpaid_order_limit',
    );
    expect((await save(linked, mail.email, 'cashondelivery')).status).toBe(200);
    expect((await saveFrom(freshAddress(), freshMailbox())).status).toBe(200);
    task.meta.attempts = providerCodes.length + 1;
  });

  test('an eleventh unpaid order from one IPv6 /64 is refused, whatever address and mailbox; a neighbour’s is not', async ({
    task,
  }) => {
    const responses: TestResponse[] = [];
    for (let index = 1; index <= 12; index++)
      responses.push(await saveFrom(`2001:db8:28:1::${index}`, freshMailbox()));
    expect(countKinds(responses)).toEqual({ 'order placed': 10, unpaid_order_limit: 2 });
    expect((await saveFrom('2001:db8:28:2::1', freshMailbox())).status).toBe(200);
    task.meta.attempts = responses.length;
  });

  test('three of eight concurrent unpaid orders of a mailbox are written', async ({ task }) => {
    const email = freshMailbox();
    const carts = await Promise.all(Array.from({ length: 8 }, () => cartFrom(freshAddress())));
    const responses = await Promise.all(carts.map((cart) => save(cart, email)));
    expect(countKinds(responses)).toEqual({ 'order placed': 3, unpaid_order_limit: 5 });
    task.meta.attempts = carts.length;
  });

  test('unpaid orders that strangers write with the address of a customer do not block the customer; unproven accounts count with the mailbox', async () => {
    const { email } = await registerPerson(shop);
    const { token } = await logInCustomer(shop, email);
    const bearer = { authorization: `Bearer ${token}` };
    for (let index = 0; index < 3; index++) expect((await saveFrom(freshAddress(), email)).status).toBe(200);
    expect(problemOf(await saveFrom(freshAddress(), email))).toBe('unpaid_order_limit');
    const cart = await cartFrom(freshAddress(), undefined, bearer);
    expect(problemOf(await save(cart, email))).toBe('unpaid_order_limit');
    await proveAddress(shop, email);
    expect((await save(cart, email)).status).toBe(200);
  });

  test('unproven accounts with aliases of one mailbox cannot reopen more than the limit of unpaid orders; proven ones count alone', async ({
    task,
  }) => {
    const [name, domain] = freshMailbox().split('@');
    const shoppers: Payer[] = [];
    const emails = ['', '+a', '+b', '+c'].map((alias) => `${name}${alias}@${domain}`);
    for (const email of emails) {
      await registerPerson(shop, { email });
      const { token } = await logInCustomer(shop, email);
      const cart = await cartFrom(freshAddress(), undefined, { authorization: `Bearer ${token}` });
      const shopper = await payerOf(shop, cart, 'card');
      await shop.act('card', shopper.id, 'decline');
      expect(await shopper.status()).toMatchObject({ status: 'declined', canPay: true });
      shoppers.push(shopper);
    }
    const reopen = async ({ cart, orderId }: Payer) =>
      (await begin(cart, 'card', { order_id: orderId })).response;
    const responses = await Promise.all(shoppers.map(reopen));
    expect(countKinds(responses)).toEqual({ 'order placed': 3, unpaid_order_limit: 1 });
    const refused = responses.findIndex(({ status }) => status === 409);
    expect(problemOf(await reopen(shoppers[refused]!))).toBe('unpaid_order_limit');
    await proveAddress(shop, emails[refused]!);
    expect((await reopen(shoppers[refused]!)).status).toBe(200);
    task.meta.attempts = responses.length + 1;
  });

  test('a shopper who changes the cart and orders again supersedes the earlier order', async () => {
    const email = freshMailbox();
    const cart = await cartFrom(freshAddress());
    for (let qty = 2; qty < 8; qty++) {
      expect((await save(cart, email, providerCodes[qty % 5])).status).toBe(200);
      const [line] = await cart.pull();
      await cart.update({ sku: 'TEA', item_id: line!.item_id, qty });
    }
    expect((await save(cart, email)).status).toBe(200);
  });
});

describe('unpaid orders hold a share of the stock (T28)', () => {
  test('one mailbox holds half of the stock at most, over all its orders and client IPs', async () => {
    const email = freshMailbox();
    expect((await saveFrom(freshAddress(), email, { sku: 'MANY', qty: 8 })).status).toBe(200);
    const refused = await saveFrom(freshAddress(), email, { sku: 'MANY', qty: 3 });
    expect([refused.status, problemOf(refused)]).toEqual([409, 'unpaid_stock_limit']);
    expect(refused.body.result).toBe(
      'Until you pay, we can reserve at most 10 of Many for you. Please order fewer, or pay or cancel an unpaid order first.',
    );
    expect((await saveFrom(freshAddress(), email, { sku: 'MANY', qty: 2 })).status).toBe(200);
    // Others, and orders to be paid on delivery, get the rest.
    const cart = await cartFrom(freshAddress(), { sku: 'MANY', qty: 7 });
    expect((await save(cart, email, 'cashondelivery')).status).toBe(200);
    expect((await saveFrom(freshAddress(), freshMailbox(), { sku: 'MANY', qty: 3 })).status).toBe(200);
    expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  });

  test('one client IP does too, over all its mailboxes', async () => {
    const clientIp = freshAddress();
    for (const qty of [4, 2])
      expect((await saveFrom(clientIp, freshMailbox(), { sku: 'EIGHT', qty })).status).toBe(200);
    const refused = await saveFrom(clientIp, freshMailbox(), { sku: 'EIGHT', qty: 1 });
    expect(problemOf(refused)).toBe('unpaid_stock_limit');
    expect((await saveFrom(freshAddress(), freshMailbox(), { sku: 'EIGHT', qty: 2 })).status).toBe(200);
  });

  test('a household order gets the last six units, and the last one; the metric counts them as sold out', async () => {
    const before = await readUnpaidStock(shop.db);
    expect((await saveFrom(freshAddress(), freshMailbox(), { sku: 'SIX', qty: 6 })).status).toBe(200);
    expect((await saveFrom(freshAddress(), freshMailbox(), { sku: 'LAST', qty: 1 })).status).toBe(200);
    expect(await readUnpaidStock(shop.db)).toEqual({
      ...{ units: before.units + 7, products: before.products + 2, sold_out: before.sold_out + 2 },
    });
  });
});
