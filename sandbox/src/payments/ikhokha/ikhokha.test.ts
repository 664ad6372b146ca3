import { createHmac } from 'node:crypto';
import { openTestShop, type TestShop } from '@fynbos/test-kit/payments/sandbox-shop.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** iKhokha over real HTTP. */

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.close());

const base = '/ikhokha/public-api/v1/api';
const secret = () => shop.sandbox.settings().IKHOKHA_APP_SECRET!;
/** Signs as the vendor's samples do. */
const sign = (path: string, body: string) =>
  createHmac('sha256', secret())
    .update((path + body).replace(/[\\"']/g, '\\$&').replaceAll('\0', '\\0'))
    .digest('hex');
const signed = (path: string, body = '') => ({
  'ik-appid': shop.sandbox.settings().IKHOKHA_APP_ID!,
  'ik-sign': sign(path, body),
});

function begin(reference: string) {
  const body = {
    entityID: 'sandbox-ikhokha-entity',
    amount: 9205,
    currency: 'ZAR',
    requesterUrl: 'http://shop.example',
    description: "Thandi's order",
    externalTransactionID: reference,
    urls: {
      callbackUrl: `${shop.url}/hooks/ik?x=1`,
      successPageUrl: 'http://shop.example/success',
      failurePageUrl: 'http://shop.example/failure',
      cancelUrl: 'http://shop.example/cancel',
    },
  };
  return shop.post(`${base}/payment`, body, signed(`${base}/payment`, JSON.stringify(body)));
}
const get = (path: string, query = '') => shop.get(base + path + query, signed(base + path));

test('iKhokha pay link: link, page, return, call-back, status and ledger agree', async () => {
  const { json: link } = await begin('LINK1');
  expect(link).toMatchObject({ responseCode: '00', externalTransactionID: 'LINK1' });
  expect((await get(`/getStatus/${link.paylinkID}`)).json).toMatchObject({ status: 'UNPAID', amount: 9205 });
  const path = link.paylinkUrl.slice(shop.sandbox.url.length);
  expect((await shop.get(path)).text).toContain('R92.05');
  const back = await shop.post(path, new URLSearchParams({ act: 'pay' }));
  expect(back.headers.get('location')).toBe('http://shop.example/success');
  const [hook] = await shop.waitForHooks(1);
  expect(JSON.parse(hook!.body)).toEqual({
    paylinkID: link.paylinkID,
    status: 'SUCCESS',
    externalTransactionID: 'LINK1',
    responseCode: '00',
  });
  // The query string is not signed.
  expect(hook!.headers['ik-sign']).toBe(sign('/hooks/ik', hook!.body));
  const paid = { paylinkID: link.paylinkID, externalTransactionID: 'LINK1', status: 'PAID', amount: 9205 };
  expect((await get(`/getStatus/${link.paylinkID}`)).json).toMatchObject(paid);
  expect((await get('/getStatus/external', '?externalReference=LINK1')).json).toMatchObject(paid);
  expect(await shop.ledger()).toMatchObject([{ transactionId: link.paylinkID, cents: 9205 }]);
});

test('iKhokha refuses a wrong signature and returns 404 for an unknown link', async () => {
  expect((await shop.post(`${base}/payment`, {}, { ...signed('/else', '{}') })).status).toBe(401);
  expect((await get('/getStatus/nothing')).status).toBe(404);
});

test.each([
  ['decline', 'FAILURE', 'http://shop.example/failure', 1],
  ['cancel', 'CANCELLED', 'http://shop.example/cancel', 0],
  ['expire', 'EXPIRED', undefined, 0],
])('iKhokha act %s gives status %s', async (act, status, url, calls) => {
  const { json: link } = await begin('WORD1');
  const { returnTo } = await shop.act('local-b', 'WORD1', act);
  expect(returnTo?.url).toBe(url);
  expect((await get(`/getStatus/${link.paylinkID}`)).json.status).toBe(status);
  await shop.waitForHooks(calls);
  await expect.poll(async () => (await shop.control('/hooks')).waiting).toBe(0);
  expect(shop.receivedHooks).toHaveLength(calls);
});

test('an iKhokha link paid twice shows the second payment only in the history', async () => {
  const { json: link } = await begin('TWICE1');
  await shop.act('local-b', 'TWICE1', 'pay_twice');
  expect((await get(`/getStatus/${link.paylinkID}`)).json).toMatchObject({ status: 'PAID', amount: 9205 });
  const today = new Date().toISOString().slice(0, 10);
  const { json } = await get('/payments/history', `?startDate=${today}&endDate=${today}`);
  expect(json.payments).toMatchObject([
    { paylinkID: link.paylinkID, transactionId: link.paylinkID, amount: 9205, status: 'PAID' },
    { paylinkID: link.paylinkID, transactionId: `${link.paylinkID}-2`, amount: 9205, status: 'PAID' },
  ]);
  expect(await shop.ledger()).toHaveLength(2);
});

test('iKhokha sends the call-back although the tab was closed after payment', async () => {
  const { json: link } = await begin('TAB1');
  const path = link.paylinkUrl.slice(shop.sandbox.url.length);
  const page = await shop.post(path, new URLSearchParams({ act: 'pay_no_return' }));
  expect([page.status, page.headers.get('location')]).toEqual([200, null]);
  expect(page.text).toContain('You can close this tab.');
  await shop.waitForHooks(1);
});
