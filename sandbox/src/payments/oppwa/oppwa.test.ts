import { createDecipheriv } from 'node:crypto';
import { openTestShop, type ReceivedHook, type TestShop } from '@fynbos/test-kit/payments/sandbox-shop.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** The card provider over real HTTP, as OPPWA documents it. */

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.close());

const bearer = { authorization: 'Bearer sandbox-oppwa-token' };
const entity = 'entityId=sandbox-oppwa-entity';

const begin = async (reference: string, more: Record<string, string> = {}) => {
  const fields = {
    entityId: 'sandbox-oppwa-entity',
    amount: '92.00',
    currency: 'ZAR',
    paymentType: 'DB',
    merchantTransactionId: reference,
    ...more,
  };
  return shop.post('/oppwa/v1/checkouts', new URLSearchParams(fields), bearer);
};
const statusOf = (id: string) => shop.get(`/oppwa/v1/checkouts/${id}/payment?${entity}`, bearer);
const byReference = (reference: string) =>
  shop.get(`/oppwa/v1/query?${entity}&merchantTransactionId=${reference}`, bearer);
const giveBack = (paymentId: string, amount: string, key: string) =>
  shop.post(
    `/oppwa/v1/payments/${paymentId}`,
    new URLSearchParams({
      entityId: 'sandbox-oppwa-entity',
      amount,
      currency: 'ZAR',
      paymentType: 'RF',
      merchantTransactionId: key,
    }),
    bearer,
  );

function opened({ headers, body }: ReceivedHook, key = shop.sandbox.settings().OPPWA_WEB_HOOK_KEY!) {
  const iv = Buffer.from(String(headers['x-initialization-vector']), 'hex');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv);
  decipher.setAuthTag(Buffer.from(String(headers['x-authentication-tag']), 'hex'));
  return JSON.parse(decipher.update(body, 'hex', 'utf8') + decipher.final('utf8'));
}

test('a card payment works end to end: checkout, widget, form, return, status, web-hook, ledger', async () => {
  const { json: checkout } = await begin('PAID1');
  expect(checkout.result.code).toBe('000.200.100');
  expect((await statusOf(checkout.id)).json.result.code).toBe('000.200.000');

  const script = await shop.get(`/oppwa/v1/paymentWidgets.js?checkoutId=${checkout.id}`);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(script.text).toContain(`/oppwa/v1/checkouts/${checkout.id}/payment`);
  expect(script.text).toContain('R92.00');

  const form = new URLSearchParams({
    shopperResultUrl: 'http://shop.example/order/status?x=1',
    'card.number': '4200 0000 0000 0042',
    'card.holder': 'Thandi M',
    'card.expiry': '07 / 31',
    'card.cvv': '987',
    act: 'pay',
  });
  const back = await shop.post(`/oppwa/v1/checkouts/${checkout.id}/payment`, form);
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toBe(
    `http://shop.example/order/status?x=1&id=${checkout.id}&resourcePath=%2Fv1%2Fcheckouts%2F${checkout.id}%2Fpayment`,
  );

  const { json: status } = await statusOf(checkout.id);
  expect(status).toMatchObject({
    paymentType: 'DB',
    amount: '92.00',
    currency: 'ZAR',
    merchantTransactionId: 'PAID1',
    result: { code: '000.100.110' },
    card: { bin: '420000', last4Digits: '0042', holder: 'Thandi M', expiryMonth: '07', expiryYear: '2031' },
    ndc: checkout.id,
  });
  expect(status.id).toMatch(/^[0-9a-f]{32}$/);

  const [hook] = await shop.waitForHooks(1);
  expect(hook!.url).toBe('/hooks/card');
  const { ndc, id, merchantTransactionId } = status;
  expect(opened(hook!)).toMatchObject({ type: 'PAYMENT', payload: { ndc, id, merchantTransactionId } });
  expect(await shop.ledger()).toMatchObject([
    {
      provider: 'card',
      kind: 'payment',
      reference: 'PAID1',
      transactionId: id,
      cents: 9200,
      currency: 'ZAR',
    },
  ]);
  // Neither the card number nor the security code is stored.
  expect(JSON.stringify(await shop.control('/requests'))).not.toMatch(/card\.cvv|%22cvv|4200(\+|%20| )?0000/);
});

test('OPPWA returns 401 without its token or entity', async () => {
  expect((await begin('NOBODY', { entityId: 'another' })).json.result.code).toBe('800.900.300');
  const response = await shop.get(`/oppwa/v1/checkouts/x/payment?${entity}`);
  expect([response.status, response.json.result.code]).toEqual([401, '800.900.300']);
});

test.each([
  ['decline', '800.100.155'],
  ['three_d_secure_fails', '000.400.101'],
  ['cancel', '100.396.101'],
])('the status after %s has the code %s and no amount', async (act, code) => {
  const { json: checkout } = await begin('NOT1');
  await shop.act('card', 'NOT1', act);
  const { json } = await statusOf(checkout.id);
  expect(json.result.code).toBe(code);
  expect(json.amount).toBeUndefined();
  expect(await shop.ledger()).toEqual([]);
});

test.each([
  ['underpay', { amount: '46.00', currency: 'ZAR' }],
  ['overpay', { amount: '102.00', currency: 'ZAR' }],
  ['other_currency', { amount: '92.00', currency: 'USD' }],
  ['review', { amount: '92.00', result: { code: '000.400.000' } }],
])('the status after %s shows the amount or code, and money moves', async (act, expected) => {
  const { json: checkout } = await begin('ODD1');
  await shop.act('card', 'ODD1', act);
  expect((await statusOf(checkout.id)).json).toMatchObject(expected);
  expect(await shop.ledger()).toHaveLength(1);
});

test('the checkout is unknown after half an hour, and the reference still finds a paid one', async () => {
  const [{ json: paid }, { json: left }] = [await begin('LATE1'), await begin('LATE2')];
  await shop.act('card', 'LATE1', 'pay');
  await shop.control('/clock', { advanceMs: 30 * 60_000 });
  for (const id of [paid.id, left.id]) {
    const response = await statusOf(id);
    expect([response.status, response.json.result.code]).toEqual([400, '200.300.404']);
  }
  expect((await byReference('LATE1')).json.payments).toMatchObject([{ paymentType: 'DB', amount: '92.00' }]);
  const none = await byReference('LATE2');
  expect([none.status, none.json.result.code]).toEqual([404, '700.400.580']);
  // A late payment still counts.
  await shop.act('card', 'LATE2', 'pay');
  expect((await byReference('LATE2')).json.payments).toHaveLength(1);
});

test('OPPWA throttles after nine status queries a minute by checkout and two by reference', async () => {
  const { json: checkout } = await begin('OFTEN');
  const codes = [];
  for (let count = 0; count < 10; count++) codes.push((await statusOf(checkout.id)).json.result.code);
  expect(codes).toEqual([...Array(9).fill('000.200.000'), '800.120.100']);
  await byReference('OFTEN');
  await byReference('OFTEN');
  expect((await byReference('OFTEN')).status).toBe(429);
  await shop.control('/clock', { advanceMs: 60_000 });
  expect((await statusOf(checkout.id)).status).toBe(200);
  await shop.control('/scenario', { provider: 'card', throttle: false });
  for (let count = 0; count < 20; count++) expect((await statusOf(checkout.id)).status).toBe(200);
});

test('partial refunds never exceed the remaining amount, and a repeated call is another refund', async () => {
  await begin('BACK1');
  await shop.act('card', 'BACK1', 'pay');
  const transactionId = (await shop.ledger())[0]!.transactionId;
  const { json: first } = await giveBack(transactionId, '50.00', 'KEY1');
  expect(first).toMatchObject({
    paymentType: 'RF',
    referencedId: transactionId,
    result: { code: '000.100.110' },
  });
  const above = await giveBack(transactionId, '42.01', 'KEY2');
  expect([above.status, above.json.result.code]).toEqual([400, '700.400.200']);
  await giveBack(transactionId, '21.00', 'KEY3');
  await giveBack(transactionId, '21.00', 'KEY3');
  expect((await byReference('KEY3')).json.payments).toHaveLength(2);
  const refunds = (await shop.ledger()).filter(({ kind }) => kind === 'refund');
  expect(refunds.map(({ cents }) => cents)).toEqual([5000, 2100, 2100]);
  const unknown = await giveBack('0'.repeat(32), '1.00', 'KEY4');
  expect(unknown.json.result.code).toBe('700.300.100');
});

test('the list returns payments between two instants in pages', async () => {
  for (const reference of ['L1', 'L2', 'L3']) {
    await begin(reference);
    await shop.act('card', reference, 'pay');
  }
  const today = new Date().toISOString().slice(0, 10);
  const list = (page: number) =>
    shop.get(
      `/oppwa/v3/query?${entity}&date.from=${today}+00:00:00&date.to=${today}+23:59:59&limit=2&pageNo=${page}`,
      bearer,
    );
  const pages = [(await list(1)).json, (await list(2)).json];
  expect(pages.map(({ records }) => records.length)).toEqual([2, 1]);
  expect(pages[0].pages).toBe(2);
});

test('the widget of a finished checkout has no form', async () => {
  const { json: checkout } = await begin('OVER1');
  await shop.act('card', 'OVER1', 'decline');
  const { text } = await shop.get(`/oppwa/v1/paymentWidgets.js?checkoutId=${checkout.id}`);
  expect(text).toMatch(/\(document, null\)/);
});

test('the web-hook of a forger or of another merchant cannot be decrypted', async () => {
  await begin('FALSE1');
  for (const kind of ['forged', 'other_merchant', 'altered']) {
    await shop.control('/hook', { provider: 'card', reference: 'FALSE1', kind });
  }
  expect(shop.receivedHooks).toHaveLength(3);
  for (const hook of shop.receivedHooks) expect(() => opened(hook)).toThrow();
  await shop.control('/hook', { provider: 'card', reference: 'FALSE1', kind: 'two_finals' });
  const codes = shop.receivedHooks.slice(3).map((hook) => opened(hook).payload.result.code);
  expect(codes).toEqual(['000.100.110', '800.100.155']);
});

test('a chargeback and its reversal are linked entries, an encrypted web-hook each, and net nothing', async () => {
  const { json: checkout } = await begin('DISPUTED1');
  await shop.act('card', 'DISPUTED1', 'pay');
  await shop.waitForHooks(1);
  const { id } = (await statusOf(checkout.id)).json;
  const dispute = (step: string) =>
    shop.control('/dispute', { provider: 'card', reference: 'DISPUTED1', step });
  const { id: chargeback } = await dispute('open');
  expect((await giveBack(id, '92.00', 'REFUND1')).json.result.code).toBe('700.400.200');
  await shop.waitForHooks(2);
  await dispute('win');
  const hooks = await shop.waitForHooks(3);
  const payloads = hooks.map((hook) => opened(hook).payload);
  expect(payloads.map(({ paymentType, referencedId }) => [paymentType, referencedId])).toEqual([
    ['DB', undefined],
    ['CB', id],
    ['CR', chargeback],
  ]);
  const linked = await shop.get(`/oppwa/v3/query/${id}?${entity}&includeLinkedTransactions=1`, bearer);
  expect(linked.json.records.map(({ paymentType }: { paymentType: string }) => paymentType)).toEqual([
    ...['DB', 'CB', 'CR'],
  ]);
  const alone = await shop.get(`/oppwa/v3/query/${id}?${entity}`, bearer);
  expect(alone.json.records).toHaveLength(1);
  expect((await shop.ledger()).map(({ kind, cents }) => [kind, cents])).toEqual([
    ['payment', 9200],
    ['dispute', 9200],
    ['dispute', -9200],
  ]);
});
