import { openTestShop, type ReceivedHook, type TestShop } from '@fynbos/test-kit/payments/sandbox-shop.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** PayPal over real HTTP. */

let shop: TestShop;
let bearer: { authorization: string };
beforeEach(async () => {
  shop = await openTestShop();
  const { PAYPAL_CLIENT_ID, PAYPAL_SECRET } = shop.sandbox.settings();
  const proof = Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_SECRET}`).toString('base64');
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  const { json } = await shop.post('/paypal/v1/oauth2/token', form, { authorization: `Basic ${proof}` });
  bearer = { authorization: `Bearer ${json.access_token}` };
});
afterEach(() => shop.close());

function begin(reference: string, currency_code = 'USD') {
  const experience_context = {
    return_url: 'http://shop.example/back?a=b',
    cancel_url: 'http://shop.example/no',
  };
  return shop.post(
    '/paypal/v2/checkout/orders',
    {
      intent: 'CAPTURE',
      purchase_units: [
        { reference_id: reference, custom_id: reference, amount: { currency_code, value: '5.11' } },
      ],
      payment_source: { paypal: { experience_context } },
    },
    { ...bearer, 'paypal-request-id': reference },
  );
}
const show = async (id: string) => (await shop.get(`/paypal/v2/checkout/orders/${id}`, bearer)).json;
const capture = (id: string, key = 'CAP1') =>
  shop.post(`/paypal/v2/checkout/orders/${id}/capture`, {}, { ...bearer, 'paypal-request-id': key });
const captureIn = (order: {
  purchase_units: { payments: { captures: { id: string; status: string }[] } }[];
}) => order.purchase_units[0]!.payments.captures[0]!;

async function verified({ headers, body }: ReceivedHook, event = JSON.parse(body)) {
  const { json } = await shop.post(
    '/paypal/v1/notifications/verify-webhook-signature',
    {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: shop.sandbox.settings().PAYPAL_WEB_HOOK_ID,
      webhook_event: event,
    },
    bearer,
  );
  return json.verification_status;
}

test('PayPal payment: order, page, return, capture, web-hooks and ledger agree', async () => {
  const { json: order } = await begin('WALLET1');
  expect(order.status).toBe('PAYER_ACTION_REQUIRED');
  const { href } = order.links.find(({ rel }: { rel: string }) => rel === 'payer-action');
  const path = href.slice(shop.sandbox.url.length);
  expect((await shop.get(path)).text).toContain('USD 5.11');
  expect((await capture(order.id)).json.details[0].issue).toBe('ORDER_NOT_APPROVED');
  const back = await shop.post(path, new URLSearchParams({ act: 'pay' }));
  expect(back.headers.get('location')).toBe(
    `http://shop.example/back?a=b&token=${order.id}&PayerID=SANDBOXPAYER1`,
  );
  expect((await show(order.id)).status).toBe('APPROVED');
  expect(await shop.ledger()).toEqual([]);
  await shop.waitForHooks(1);

  const captured = await capture(order.id);
  expect([captured.status, captured.json.status]).toEqual([201, 'COMPLETED']);
  const { id, status } = captureIn(captured.json);
  expect(status).toBe('COMPLETED');
  expect(await shop.ledger()).toMatchObject([
    { reference: 'WALLET1', transactionId: id, cents: 511, currency: 'USD' },
  ]);

  const hooks = await shop.waitForHooks(2);
  const events = hooks.map(({ body }) => JSON.parse(body));
  expect(events.map(({ event_type }) => event_type)).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
  ]);
  expect(events[1].resource).toMatchObject({
    id,
    custom_id: 'WALLET1',
    supplementary_data: { related_ids: { order_id: order.id } },
  });
  for (const hook of hooks) expect(await verified(hook)).toBe('SUCCESS');
  expect(await verified(hooks[1]!, { ...events[1], id: 'WH-OTHER' })).toBe('FAILURE');
  await shop.control('/hook', { provider: 'wallet', reference: 'WALLET1', kind: 'other_merchant' });
  expect(await verified(shop.receivedHooks[2]!)).toBe('FAILURE');
});

test('PayPal creates one order and one capture per request id and refuses a second capture', async () => {
  const [{ json: created }, { json: repeated }] = [await begin('SAME1'), await begin('SAME1')];
  expect(repeated.id).toBe(created.id);
  await shop.act('wallet', 'SAME1', 'approve');
  const first = await capture(created.id);
  expect((await capture(created.id)).json).toEqual(first.json);
  expect((await capture(created.id, 'ANOTHER')).json.details[0].issue).toBe('ORDER_ALREADY_CAPTURED');
  expect(await shop.ledger()).toHaveLength(1);
});

test('PayPal refuses payments in rand', async () => {
  const response = await begin('RAND1', 'ZAR');
  expect([response.status, response.json.details[0].issue]).toEqual([422, 'CURRENCY_NOT_SUPPORTED']);
});

test('a declined PayPal payment captures nothing and can be paid with another card', async () => {
  const { json: order } = await begin('NO1');
  await shop.act('wallet', 'NO1', 'decline');
  expect((await capture(order.id)).json.details[0].issue).toBe('INSTRUMENT_DECLINED');
  expect((await show(order.id)).status).toBe('PAYER_ACTION_REQUIRED');
  await shop.act('wallet', 'NO1', 'pay');
  expect((await capture(order.id)).status).toBe(201);
});

test('a pending PayPal capture is decided later', async () => {
  const { json: order } = await begin('WAIT1');
  await shop.act('wallet', 'WAIT1', 'review');
  expect(captureIn((await capture(order.id)).json).status).toBe('PENDING');
  expect(await shop.ledger()).toEqual([]);
  await shop.act('wallet', 'WAIT1', 'pay');
  expect(captureIn(await show(order.id)).status).toBe('COMPLETED');
  expect(await shop.ledger()).toHaveLength(1);
});

test('cancelling returns the shopper to the shop, and an unpaid PayPal order expires after three hours', async () => {
  const { json: order } = await begin('GONE1');
  const { returnTo } = await shop.act('wallet', 'GONE1', 'cancel');
  expect(returnTo).toEqual({ method: 'GET', url: `http://shop.example/no?token=${order.id}` });
  await shop.control('/clock', { advanceMs: 3 * 60 * 60_000 });
  expect((await shop.get(`/paypal/v2/checkout/orders/${order.id}`, bearer)).status).toBe(404);
});

test('PayPal refunds once per request id, in parts, and lists every booking', async () => {
  const { json: order } = await begin('BACK1');
  await shop.act('wallet', 'BACK1', 'pay');
  const { id } = captureIn((await capture(order.id)).json);
  const refund = (key: string, value: string) =>
    shop.post(
      `/paypal/v2/payments/captures/${id}/refund`,
      { amount: { value, currency_code: 'USD' }, invoice_id: key },
      { ...bearer, 'paypal-request-id': key },
    );
  const [first, repeated] = [await refund('K1', '3.00'), await refund('K1', '3.00')];
  expect([first.status, first.json.status]).toEqual([201, 'COMPLETED']);
  expect(repeated.json.id).toBe(first.json.id);
  expect(captureIn(await show(order.id)).status).toBe('PARTIALLY_REFUNDED');
  expect((await refund('K2', '2.12')).json.details[0].issue).toBe('REFUND_AMOUNT_EXCEEDED');
  await refund('K3', '2.11');
  expect(captureIn(await show(order.id)).status).toBe('REFUNDED');
  expect((await shop.get(`/paypal/v2/payments/refunds/${first.json.id}`, bearer)).json.status).toBe(
    'COMPLETED',
  );

  const range = `start_date=${new Date(Date.now() - 60_000).toISOString()}&end_date=${new Date(Date.now() + 60_000).toISOString()}`;
  const { json: list } = await shop.get(
    `/paypal/v1/reporting/transactions?${range}&page_size=2&page=1`,
    bearer,
  );
  expect(list).toMatchObject({ total_pages: 2, total_items: 3 });
  expect(
    list.transaction_details.map(
      ({
        transaction_info: info,
      }: {
        transaction_info: { transaction_event_code: string; transaction_amount: { value: string } };
      }) => [info.transaction_event_code, info.transaction_amount.value],
    ),
  ).toEqual([
    ['T0006', '5.11'],
    ['T1107', '-3.00'],
  ]);
});

test('a dispute has signed events, a state and an outcome, and is listed without its payment', async () => {
  const { json: order } = await begin('DISPUTED1');
  await shop.act('wallet', 'DISPUTED1', 'pay');
  await shop.waitForHooks(1);
  const { id: captured } = captureIn((await capture(order.id)).json);
  await shop.waitForHooks(2);
  const dispute = (step: string) =>
    shop.control('/dispute', { provider: 'wallet', reference: 'DISPUTED1', step });
  const { id } = await dispute('open');
  const stateOf = async () => (await shop.get(`/paypal/v1/customer/disputes/${id}`, bearer)).json;
  expect(await stateOf()).toMatchObject({
    ...{ dispute_id: id, status: 'WAITING_FOR_SELLER_RESPONSE' },
    disputed_transactions: [{ seller_transaction_id: captured, custom: 'DISPUTED1' }],
    dispute_amount: { currency_code: 'USD', value: '5.11' },
  });
  const refused = await shop.post(`/paypal/v2/payments/captures/${captured}/refund`, {}, bearer);
  expect(refused.status).toBe(422);
  await shop.waitForHooks(3);
  await dispute('lose');
  expect(await stateOf()).toMatchObject({
    status: 'RESOLVED',
    dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: { value: '5.11' } },
  });
  const events = (await shop.waitForHooks(4)).slice(-2);
  expect(events.map(({ body }) => JSON.parse(body).event_type)).toEqual([
    ...['CUSTOMER.DISPUTE.CREATED', 'CUSTOMER.DISPUTE.RESOLVED'],
  ]);
  for (const hook of events) expect(await verified(hook)).toBe('SUCCESS');
  const period = 'update_time_after=2020-01-01T00:00:00Z&update_time_before=2100-01-01T00:00:00Z';
  const { items } = (await shop.get(`/paypal/v1/customer/disputes?${period}`, bearer)).json;
  expect(items.map(({ dispute_id }: { dispute_id: string }) => dispute_id)).toEqual([id]);
  expect(items[0].disputed_transactions).toBeUndefined();
});
