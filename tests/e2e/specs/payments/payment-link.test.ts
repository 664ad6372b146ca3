import { cartOf } from '@fynbos/test-kit/cart/guest-cart.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { visit } from '../../fixtures/browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { main } from '../../pages/checkout.ts';
import { nextClientIp } from '../../pages/customers.ts';
import {
  atProvider,
  openPaymentShop,
  type PaymentMethodCode,
  paid,
  press,
  waitForHeading,
} from '../../pages/payment.ts';

/** The page of a payment link, for the shoppers of clients without payment pages (ADR-015). */

const { our, email } = openPaymentShop();

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(our.shop.origin + path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}
const from = nextClientIp();
const api = {
  get: (path: string, headers = {}) => call(path, { headers: { 'x-forwarded-for': from, ...headers } }),
  post: (path: string, body: unknown, headers = {}) =>
    call(path, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    }),
};

/** Orders oats as a Vue Storefront client does, and returns the path of the payment page. */
async function ordered(method: PaymentMethodCode): Promise<string> {
  const cart = cartOf(api, (await api.post('/api/cart/create', {})).body.result);
  await cart.update({ sku: 'L-OATS', qty: 1 });
  const sent = await orderOf(cart);
  const address = { ...sent.addressInformation.billingAddress, email };
  const { body: offered } = await cart.post('/api/cart/shipping-methods', { address });
  const delivery = offered.result.find(({ needs }: { needs: string }) => needs === 'address');
  const addressInformation = {
    ...{ shippingAddress: address, billingAddress: address, payment_method_code: method },
    ...{ shipping_carrier_code: delivery.carrier_code, shipping_method_code: delivery.method_code },
  };
  const { status, body } = await cart.post('/api/order', { ...sent, addressInformation });
  expect(status).toBe(200);
  const { pathname, search } = new URL(body.result.redirect_url);
  return pathname + search;
}

test('a payment link leads to the provider and back without scripts', async () => {
  const { page, close } = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
  const path = await ordered('local-b');
  await page.goto(path);
  await waitForHeading(page, 'Your payment');
  await main(page)
    .getByRole('button', { name: /^Pay R/ })
    .click();
  await atProvider(page, 'local-b');
  await press(page, 'Pay');
  await page.waitForURL('**/order/status?**');
  await page.goto(path);
  await paid(page);
  await close();
});

test('a payment link leads to the card fields, and the status page shows that the order is paid', async () => {
  const { page, close } = await visit(our.browser, our.shop.origin);
  await page.goto(await ordered('card'));
  await expectAccessible(page);
  await main(page)
    .getByRole('button', { name: /^Pay R/ })
    .click();
  await atProvider(page, 'card');
  await press(page, 'Pay');
  await paid(page);
  await close();
});
