import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { cartWith, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import type { TestResponse } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Orders of clients that have no payment pages: they get a link, and its page redirects the shopper (ADR-015). */

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const minute = 60_000;
const from = () => ({ 'x-forwarded-for': freshAddress() });
const problemOf = ({ status, body }: TestResponse) => [status, body.meta?.problem];
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;

/** The order of a cart with this payment method, as a Vue Storefront client sends it. */
async function paidBy(cart: TestCart, payment_method_code: string, more: object = {}) {
  const { order_id, ...sent } = await orderOf(cart);
  const addressInformation = { ...sent.addressInformation, payment_method_code };
  return { ...sent, addressInformation, ...more };
}

/** Orders a cart, and reads the secret of the payment link. */
async function ordered(cart: TestCart, sent: object) {
  const response = await cart.post('/api/order', sent);
  expect(response.status).toBe(200);
  const { result } = response.body;
  const url = new URL(result.redirect_url);
  return { result, url, link: url.searchParams.get('link')! };
}

const statusOf = (link: string) => shop.get(`/api/payments/link?link=${link}`, from());
const pay = (link: string) => shop.post('/api/payments/link', { link }, from());

describe.each(providerCodes)('an order that is paid by %s, of a client without payment pages', (provider) => {
  test('waits, has a link to a page of the shop, and is placed once it is paid there', async () => {
    const cart = await cartWith(shop, 'TEA');
    const { result, url, link } = await ordered(cart, await paidBy(cart, provider));
    expect(Object.keys(result)).toEqual([
      ...['magentoOrderId', 'backendOrderId', 'orderNumber', 'transferedAt', 'redirect_url'],
    ]);
    expect([url.origin, url.pathname]).toEqual([shop.origin, '/order/payment']);
    const waiting = { status: 'pending', amount: 120, currency: 'ZAR', canPay: true, isOrdered: false };
    const { orderNumber } = result;
    expect((await statusOf(link)).body.result).toMatchObject({
      ...waiting,
      orderNumber,
      paymentCode: provider,
    });
    expect(await cart.pull()).toHaveLength(1);
    const first = await pay(link);
    expect(first.body.result).toMatchObject({ kind: provider === 'card' ? 'widget' : 'redirect' });
    // A second click leads to the same payment.
    const redirect = await pay(link);
    expect(redirect.body.result).toEqual(first.body.result);
    await shop.act(provider, redirect.body.result.id, 'pay');
    // The browser that was redirected sees the outcome on the status page.
    const cookie = redirect.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { checkoutReference } = redirect.body.result;
    const path = `/api/payments/${provider}/status?ref=${checkoutReference}`;
    expect((await shop.get(path, { ...from(), cookie })).body.result).toMatchObject({
      isOrdered: true,
      orderNumber,
    });
    const { result: linked } = (await statusOf(link)).body;
    // A payment link does not show the order.
    expect(linked).toMatchObject({ status: 'paid', canPay: false });
    expect(linked.orderLink).toBeUndefined();
    expect((await pay(link)).body.result).toMatchObject({ kind: 'done' });
    expect((await cart.get('/api/cart/pull')).status).toBe(404);
  });

  test('can be paid with the same link after a payment that failed', async () => {
    const cart = await cartWith(shop, 'TEA');
    const { link } = await ordered(cart, await paidBy(cart, provider));
    const first = await pay(link);
    await shop.act(provider, first.body.result.id, provider === 'local-a' ? 'cancel' : 'decline');
    expect((await statusOf(link)).body.result).toMatchObject({ canPay: true });
    const second = await pay(link);
    expect(second.status).toBe(200);
    expect(second.body.result.id).not.toBe(first.body.result.id);
    await shop.act(provider, second.body.result.id, 'pay');
    expect((await statusOf(link)).body.result).toMatchObject({ status: 'paid', isOrdered: true });
  });
});

describe('a payment link', () => {
  test('is the same for the same order, and the id is refused for another one (spec D5)', async () => {
    const cart = await cartWith(shop, 'TEA');
    const order_id = `${Date.now()}-old`;
    const sent = await paidBy(cart, 'card', { order_id });
    const { result } = await ordered(cart, sent);
    expect((await cart.post('/api/order', sent)).body.result).toEqual(result);
    for (const method of ['wallet', 'cashondelivery']) {
      const changed = await paidBy(cart, method, { order_id });
      expect(problemOf(await cart.post('/api/order', changed))).toEqual([409, 'idempotency_conflict']);
    }
    expect((await shop.get(`/api/sync/order/${order_id}`)).body.result).toBeNull();
  });

  test('cannot be guessed: another secret is not found (T20)', async () => {
    const [first, second] = [await cartWith(shop, 'TEA'), await cartWith(shop, 'TEA')];
    const { link } = await ordered(first, await paidBy(first, 'card'));
    const { link: foreign } = await ordered(second, await paidBy(second, 'card'));
    const [order, token] = link.split('.') as [string, string];
    expect(token).toMatch(/^[\w-]{43}$/);
    const guesses = [
      ...[order, `${order}.`, `.${token}`, `${order}.${token.slice(1)}`, `${order}.${token}A`, 'x'],
      ...[
        `${order}.${foreign.split('.')[1]}`,
        `${crypto.randomUUID()}.${token}`,
        `${order}.${'é'.repeat(43)}`,
      ],
    ];
    for (const guess of guesses) {
      expect(problemOf(await statusOf(encodeURIComponent(guess)))).toEqual([404, 'payment_not_found']);
      expect(problemOf(await pay(guess))).toEqual([404, 'payment_not_found']);
    }
  });

  test('ends with its order, whose stock is then returned', async () => {
    const cart = await cartWith(shop, 'RARE');
    const { link } = await ordered(cart, await paidBy(cart, 'local-a'));
    await expect.poll(() => stockOf('RARE')).toBe(0);
    await shop.advance(30 * minute);
    await expect.poll(() => stockOf('RARE')).toBe(1);
    expect((await statusOf(link)).body.result).toMatchObject({ status: 'expired', canPay: false });
    expect(problemOf(await pay(link))).toEqual([409, 'payment_over']);
  });

  test('of an order that was ordered on delivery instead is refused, without the advice to start again', async () => {
    const cart = await cartWith(shop, 'TEA');
    const { link } = await ordered(cart, await paidBy(cart, 'local-b'));
    expect((await cart.post('/api/order', await paidBy(cart, 'cashondelivery'))).status).toBe(200);
    expect(problemOf(await pay(link))).toEqual([409, 'order_paid']);
  });
});

describe('a cart of virtual products', () => {
  test('is ordered by a client without payment pages, without an address and a method of delivery', async () => {
    const cart = await cartWith(shop, 'GIFT');
    const address = { country_id: 'ZA' };
    expect((await cart.post('/api/cart/shipping-methods', { address })).body.result).toEqual([]);
    const codes = (methods: { code: string }[]) => methods.map(({ code }) => code);
    expect(codes((await cart.get('/api/cart/payment-methods')).body.result)).toEqual([...providerCodes]);
    for (const chosen of [{}, { shippingCarrierCode: '', shippingMethodCode: '' }]) {
      const addressInformation = { shippingAddress: { countryId: 'ZA' }, billingAddress: {}, ...chosen };
      const { body } = await cart.post('/api/cart/shipping-information', { addressInformation });
      expect(codes(body.result.payment_methods)).toEqual([...providerCodes]);
    }
    const { addressInformation, ...sent } = await paidBy(cart, 'instalments');
    const { billingAddress, payment_method_code } = addressInformation;
    const methods = { shipping_method_code: '', shipping_carrier_code: '', payment_method_additional: {} };
    const information = { billingAddress, payment_method_code, ...methods, shippingExtraFields: {} };
    const { link } = await ordered(cart, { ...sent, addressInformation: information });
    const redirect = await pay(link);
    await shop.act('instalments', redirect.body.result.id, 'pay');
    expect((await statusOf(link)).body.result).toMatchObject({
      status: 'paid',
      isOrdered: true,
      amount: 100,
    });
    expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  });
});
