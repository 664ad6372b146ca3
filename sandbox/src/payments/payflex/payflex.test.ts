import { openTestShop, type TestShop } from '@fynbos/test-kit/payments/sandbox-shop.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Payflex over real HTTP. */

let shop: TestShop;
let bearer: { authorization: string };
beforeEach(async () => {
  shop = await openTestShop();
  const settings = shop.sandbox.settings();
  const { json } = await shop.post('/payflex-auth/auth/merchant', {
    client_id: settings.PAYFLEX_CLIENT_ID,
    client_secret: settings.PAYFLEX_CLIENT_SECRET,
    audience: settings.PAYFLEX_AUDIENCE,
    grant_type: 'client_credentials',
  });
  expect(json).toMatchObject({ expires_in: 86_400, token_type: 'Bearer' });
  bearer = { authorization: `Bearer ${json.access_token}` };
});
afterEach(() => shop.close());

const begin = (reference: string, more: object = {}) =>
  shop.post(
    '/payflex/order/productSelect',
    {
      amount: '299.99',
      merchantReference: reference,
      merchant: {
        redirectConfirmUrl: 'http://shop.example/ok',
        redirectCancelUrl: 'http://shop.example/no?a=b',
      },
      ...more,
    },
    bearer,
  );
const statusOf = async (id: string) => (await shop.get(`/payflex/order/${id}`, bearer)).json;
const pathOf = (url: string) => url.slice(shop.sandbox.url.length);

test('Payflex payment in four parts: order, page, return, status and ledger agree, and no web-hook is sent', async () => {
  const { status, json: order } = await begin('PARTS1');
  expect(status).toBe(201);
  expect(await statusOf(order.orderId)).toMatchObject({
    orderStatus: 'Created',
    merchantReference: 'PARTS1',
  });
  const page = await shop.get(pathOf(order.redirectUrl));
  expect(page.text).toContain('R299.99');
  expect(page.text).toContain('PARTS1');
  expect((await statusOf(order.orderId)).orderStatus).toBe('Initiated');
  const back = await shop.post(pathOf(order.redirectUrl), new URLSearchParams({ act: 'pay' }));
  expect(back.headers.get('location')).toBe(`http://shop.example/ok?token=${order.token}`);
  expect(await statusOf(order.orderId)).toMatchObject({ orderStatus: 'Approved', amount: '299.99' });
  expect(await shop.ledger()).toMatchObject([{ transactionId: order.orderId, cents: 29_999 }]);
  expect((await shop.control('/hooks')).waiting).toBe(0);
  expect(shop.receivedHooks).toEqual([]);
});

test.each([
  ['decline', 'Declined'],
  ['cancel', 'Cancelled'],
  ['expire', 'Abandoned'],
])('Payflex act %s gives order status %s', async (act, word) => {
  const { json: order } = await begin('NOT1');
  const { returnTo } = await shop.act('instalments', 'NOT1', act);
  expect(returnTo?.url).toBe(
    act === 'expire' ? undefined : `http://shop.example/no?a=b&token=${order.token}`,
  );
  expect((await statusOf(order.orderId)).orderStatus).toBe(word);
});

test('Payflex refuses relative addresses, amounts outside its limits and unauthenticated requests', async () => {
  const relative = await begin('R1', { merchant: { redirectConfirmUrl: '/ok', redirectCancelUrl: '/no' } });
  expect([relative.status, relative.json.errorCode]).toEqual([400, 'CRM006']);
  expect((await begin('R2', { amount: '49.99' })).json.errorCode).toBe('MPT001');
  expect((await begin('R3', { amount: '20000.01' })).status).toBe(400);
  expect((await shop.get('/payflex/configuration', bearer)).json).toEqual({
    minimumAmount: 50,
    maximumAmount: 20_000,
  });
  expect((await shop.get('/payflex/configuration')).status).toBe(401);
  expect((await shop.post('/payflex-auth/auth/merchant', { client_id: 'x' })).status).toBe(401);
});

test('Payflex refunds once per requestId and never more than the amount left', async () => {
  const { json: order } = await begin('BACK1');
  await shop.act('instalments', 'BACK1', 'pay');
  const refund = (requestId: string, amount: string) =>
    shop.post(
      `/payflex/order/${order.orderId}/refund`,
      { requestId, amount, merchantRefundReference: requestId },
      bearer,
    );
  const [first, repeated] = [await refund('K1', '200.00'), await refund('K1', '200.00')];
  expect(first.status).toBe(201);
  expect(repeated.json).toEqual(first.json);
  expect((await refund('K2', '100.00')).json.errorCode).toBe('MRM003');
  expect((await refund('K3', '99.99')).status).toBe(201);
  expect((await shop.ledger()).filter(({ kind }) => kind === 'refund')).toHaveLength(2);
  await shop.control('/scenario', { provider: 'instalments', refundsOnce: true });
  expect((await refund('K1', '200.00')).json.errorCode).toBe('MRM009');
  await shop.control('/scenario', { provider: 'instalments', refunds: 'refuse' });
  expect((await refund('K4', '0.01')).json.errorCode).toBe('MRM007');
});
