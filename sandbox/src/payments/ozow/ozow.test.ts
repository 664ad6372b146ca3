import { createHash } from 'node:crypto';
import { openTestShop, type TestShop } from '@fynbos/test-kit/payments/sandbox-shop.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Ozow over real HTTP. */

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.close());

const settings = () =>
  shop.sandbox.settings() as Record<'OZOW_SITE_CODE' | 'OZOW_API_KEY' | 'OZOW_PRIVATE_KEY', string>;
const key = () => ({ apikey: settings().OZOW_API_KEY });
const hash = (...values: string[]) =>
  createHash('sha512')
    .update((values.join('') + settings().OZOW_PRIVATE_KEY).toLowerCase())
    .digest('hex');

function begin(transactionReference: string, more: Record<string, unknown> = {}) {
  const values = {
    siteCode: settings().OZOW_SITE_CODE,
    countryCode: 'ZA',
    currencyCode: 'ZAR',
    amount: '25.01',
    transactionReference,
    bankReference: 'Fynbos 1',
    customer: '100001',
    cancelUrl: 'http://shop.example/cancel',
    errorUrl: 'http://shop.example/error',
    successUrl: 'http://shop.example/success',
    notifyUrl: `${shop.url}/hooks/ozow`,
    isTest: true,
    ...more,
  };
  const body = { ...values, hashCheck: hash(...Object.values(values).map(String)) };
  return shop.post('/ozow/postpaymentrequest', body, key());
}
const rowsOf = async (reference: string) =>
  (
    await shop.get(
      `/ozow/GetTransactionByReference?siteCode=${settings().OZOW_SITE_CODE}&transactionReference=${reference}&isTest=true`,
      key(),
    )
  ).json;
const pathOf = (url: string) => url.slice(shop.sandbox.url.length);

function expectSigned(fields: Record<string, string>) {
  const { Hash, ...rest } = fields;
  const order = [
    'SiteCode',
    'TransactionId',
    'TransactionReference',
    'Amount',
    'Status',
    'Optional1',
    'Optional2',
    'Optional3',
    'Optional4',
    'Optional5',
    'CurrencyCode',
    'IsTest',
    'StatusMessage',
  ];
  expect(Object.keys(rest)).toEqual(order);
  expect(Hash).toBe(hash(...order.map((name) => rest[name]!)));
}

test('Ozow payment: request, page, return by POST, notification, rows and ledger agree', async () => {
  const { json: made } = await begin('BANK1');
  expect(made).toMatchObject({ errorMessage: '' });
  expect(await rowsOf('BANK1')).toEqual([]);
  expect((await shop.get(pathOf(made.url))).text).toContain('R25.01');
  expect(await rowsOf('BANK1')).toMatchObject([{ status: 'Pending' }]);

  const page = await shop.post(pathOf(made.url), new URLSearchParams({ act: 'pay' }));
  expect(page.text).toContain('<form method="post" action="http://shop.example/success">');
  expect(page.text).toContain('name="Status" value="Complete"');
  expect(page.text).toMatch(/<button[^>]*>Back to the shop<\/button>/);

  const rows = await rowsOf('BANK1');
  expect(rows).toMatchObject([{ status: 'Complete', amount: 25.01, currencyCode: 'ZAR', isTest: true }]);
  const [hook] = await shop.waitForHooks(1);
  const fields = Object.fromEntries(new URLSearchParams(hook!.body));
  expectSigned(fields);
  expect(fields).toMatchObject({
    TransactionId: rows[0].transactionId,
    TransactionReference: 'BANK1',
    Amount: '25.01',
    Status: 'Complete',
    IsTest: 'true',
  });
  expect(await shop.ledger()).toMatchObject([{ transactionId: rows[0].transactionId, cents: 2501 }]);
});

test('Ozow refuses a wrong hash, an unknown key and a live payment', async () => {
  const wrong = await shop.post(
    '/ozow/postpaymentrequest',
    { siteCode: settings().OZOW_SITE_CODE, hashCheck: 'x' },
    key(),
  );
  expect([wrong.status, wrong.json.errorMessage]).toEqual([400, 'HashCheck value mismatch']);
  expect((await shop.post('/ozow/postpaymentrequest', {}, { apikey: 'x' })).status).toBe(401);
  expect((await begin('LIVE', { isTest: false })).json.errorMessage).toContain('test payments only');
});

test.each([
  ['decline', 'Error', 'http://shop.example/error'],
  ['cancel', 'Cancelled', 'http://shop.example/cancel'],
  ['expire', 'Abandoned', undefined],
  ['review', 'PendingInvestigation', 'http://shop.example/success'],
])('Ozow reports act %s as status %s', async (act, word, url) => {
  await begin('WORD1');
  const { returnTo } = await shop.act('local-a', 'WORD1', act);
  expect(returnTo?.url).toBe(url);
  if (returnTo) expectSigned(returnTo.fields);
  expect(await rowsOf('WORD1')).toMatchObject([{ status: word }]);
  expect(await shop.ledger()).toEqual([]);
});

test('Ozow payment under investigation can still be completed as the same payment', async () => {
  await begin('LOOK1');
  await shop.act('local-a', 'LOOK1', 'review');
  await shop.act('local-a', 'LOOK1', 'pay');
  expect(await rowsOf('LOOK1')).toMatchObject([{ status: 'Complete' }]);
});

test('Ozow payment made twice, at once or in two tabs, gives two rows and two ledger entries', async () => {
  await begin('TWICE1');
  await shop.act('local-a', 'TWICE1', 'pay_twice');
  const { json: made } = await begin('TWICE2');
  for (let tab = 0; tab < 2; tab++) await shop.post(pathOf(made.url), new URLSearchParams({ act: 'pay' }));
  for (const reference of ['TWICE1', 'TWICE2']) {
    const rows = await rowsOf(reference);
    expect(rows.map(({ status }: { status: string }) => status)).toEqual(['Complete', 'Complete']);
    expect(new Set(rows.map(({ transactionId }: { transactionId: string }) => transactionId)).size).toBe(2);
  }
  expect(await shop.ledger()).toHaveLength(4);
});

test('with a lag, the Ozow notification says Complete while the status query still returns Pending', async () => {
  await shop.control('/scenario', { provider: 'local-a', lagMs: 10_000 });
  await begin('LAG1');
  await shop.act('local-a', 'LAG1', 'pay');
  expect(await rowsOf('LAG1')).toMatchObject([{ status: 'Pending' }]);
  await shop.control('/clock', { advanceMs: 10_000 });
  expect(await rowsOf('LAG1')).toMatchObject([{ status: 'Complete' }]);
});

test('an empty scenario request resets all Ozow scenarios', async () => {
  await shop.control('/scenario', { provider: 'local-a', lagMs: 10_000 });
  await shop.control('/scenario', { hooks: { mode: 'none' } });
  await shop.control('/scenario', {});
  await begin('CALM1');
  await shop.act('local-a', 'CALM1', 'pay');
  expect(await rowsOf('CALM1')).toMatchObject([{ status: 'Complete' }]);
  expect(await shop.waitForHooks(1)).toHaveLength(1);
});

test.each([
  ['async', ['Pending', 'Submitted', 'Complete', 'Complete'], [1000]],
  ['fail', ['Pending', 'Submitted', 'Failed', 'Failed'], []],
  ['return', ['Pending', 'Submitted', 'Complete', 'Returned'], [1000, -1000]],
])('Ozow refund with plan %s goes through its statuses', async (refunds, statuses, cents) => {
  await shop.control('/scenario', { provider: 'local-a', refunds });
  await begin('BACK1');
  await shop.act('local-a', 'BACK1', 'pay');
  const [{ transactionId }] = await rowsOf('BACK1');
  const form = new URLSearchParams({ grant_type: 'password', siteCode: settings().OZOW_SITE_CODE });
  const { json: token } = await shop.post('/ozow/token', form, key());
  const bearer = { authorization: `Bearer ${token.access_token}` };
  const submit = (amount: string, reason: string) =>
    shop.post(
      '/ozow/secure/refunds/submit',
      [
        {
          transactionId,
          amount: Number(amount),
          refundReason: reason,
          notifyUrl: '',
          isRtc: false,
          hashCheck: hash(transactionId, amount, reason, ''),
        },
      ],
      bearer,
    );
  const { json: accepted } = await submit('10.00', 'KEY1');
  expect(accepted).toMatchObject([{ transactionId, errors: [] }]);
  const { json: above } = await submit('15.02', 'KEY2');
  expect(above[0].errors).toHaveLength(1);
  const seen = [];
  for (const advanceMs of [0, 3_000, 2_000, 5_000]) {
    await shop.control('/clock', { advanceMs });
    const { json } = await shop.get(
      `/ozow/secure/refunds/getrefundsbytransactionid?transactionId=${transactionId}`,
      bearer,
    );
    expect(json).toMatchObject([{ refundId: accepted[0].refundId, refundReason: 'KEY1', amount: 10 }]);
    seen.push(json[0].status);
  }
  expect(seen).toEqual(statuses);
  const refunded = (await shop.ledger()).filter(({ kind }) => kind === 'refund');
  expect(refunded.map((entry) => entry.cents)).toEqual(cents);
});
