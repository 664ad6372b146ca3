import { createHash } from 'node:crypto';
import { openStubServer, type StubRequest, type StubResponse } from '@fynbos/test-kit/network/stub-server.ts';
import { payable, personal } from '@fynbos/test-kit/payments/payable-order.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { ProviderRefused, ProviderUnreachable, type Refunding } from '../payment-provider.ts';
import { ozow } from './ozow.ts';
import { hashCheck } from './ozow-hash.ts';

/** The merchant of the examples in Ozow's own documentation. */
const siteCode = 'TSTSTE0001';
const privateKey = '215114531AFF7134A94C88CEEA48E';
const apiKey = 'EB5758F2C3B4DF3FF4F2669D5FF5B';
const complete = {
  transactionId: '33857766-f29a-4a3a-a37e-66db3c42e439',
  merchantCode: 'TST',
  siteCode,
  transactionReference: 'REFERENCE00001',
  currencyCode: 'ZAR',
  amount: 25.01,
  status: 'Complete',
  statusMessage: '',
  createdDate: '2026-11-21T03:00:00Z',
  paymentDate: '2026-11-21T03:02:00Z',
};
const made = {
  paymentRequestId: '6a5e0c7e-0000-4000-8000-000000000001',
  url: 'https://pay.ozow.com/6a5e',
  errorMessage: '',
};
const session = { id: made.paymentRequestId, reference: 'REFERENCE00001' };
const refunding: Refunding = {
  key: 'REFUND0000000001',
  session,
  transactionId: complete.transactionId,
  charge: { cents: 2500, currency: 'ZAR' },
  reason: 'asked for',
};

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function openOzow(
  respond: (request: StubRequest) => StubResponse | undefined,
  mode: 'test' | 'live' = 'live',
) {
  const stubServer = await openStubServer(respond);
  close = stubServer.close;
  const settings = { url: `${stubServer.url}/ozow`, siteCode, apiKey, privateKey, mode };
  return { requests: stubServer.receivedRequests, provider: ozow.create(settings) };
}

const saying = (body: unknown, status = 200, mode: 'test' | 'live' = 'live') =>
  openOzow(() => ({ status, body }), mode);

describe('The hash check of Ozow', () => {
  // "Hash check example" of the integration guide (hub.ozow.com/docs/step-post-from-merchant-website).
  test('hashCheck returns the published hash for the published example', () => {
    const values = [
      siteCode,
      'ZA',
      'ZAR',
      '25.00',
      '123',
      'ABC123',
      ...['cancel', 'error', 'success', 'notify'].map((page) => `http://demo.ozow.com/${page}.aspx`),
      'false',
    ];
    expect(hashCheck(values, privateKey)).toBe(
      'eedcba106cd8fef3ba6cec5ec80de7d7d7fc90343028bf95b908718c671d0fe885ca08b206d788de009d237a93c18e66edf6ede3f5ca7057e23474106465dcc6',
    );
  });

  test.each([
    ['live', false],
    ['test', true],
  ] as const)(
    'create in %s mode signs exactly the values it sends, with isTest %s among them',
    async (mode, isTest) => {
      const { provider, requests } = await saying(made, 200, mode);
      const order = payable({ charge: { cents: 2500, currency: 'ZAR' } });
      expect(await provider.create(order)).toEqual({
        kind: 'redirect',
        id: made.paymentRequestId,
        url: made.url,
      });
      expect(requests[0]).toMatchObject({ method: 'POST', url: '/ozow/postpaymentrequest' });
      expect(requests[0]!.headers.apikey).toBe(apiKey);
      const sent = JSON.parse(requests[0]!.body);
      expect(sent).toMatchObject({
        amount: '25.00',
        transactionReference: 'REFERENCE00001',
        bankReference: 'REFERENCE00001',
        isTest,
        notifyUrl: 'https://shop.example/hooks/provider',
      });
      const signed =
        `${siteCode}ZAZAR25.00REFERENCE00001REFERENCE00001100000042${order.cancelUrl}${order.failureUrl}` +
        `${order.returnUrl}${order.webHookUrl}${isTest}${privateKey}`;
      expect(sent.hashCheck).toBe(createHash('sha512').update(signed.toLowerCase()).digest('hex'));
      expect(JSON.stringify(sent)).not.toMatch(/Thandi|Brien|0821234567|Protea/);
    },
  );
});

describe('Ozow payments', () => {
  test.each([
    ['a wrong hash', 400, { errorMessage: 'HashCheck value mismatch' }, 'HashCheck value mismatch'],
    [
      'a refusal with status 200',
      200,
      { paymentRequestId: null, url: null, errorMessage: 'Invalid SiteCode' },
      'Invalid SiteCode',
    ],
    ['refused keys', 401, { message: apiKey }, '401'],
    [
      'a refusal that names a key',
      400,
      { errorMessage: `ApiKey ${apiKey} of thandi@example.com is wrong` },
      '400',
    ],
  ])('create throws ProviderRefused with a displayable code for %s', async (_, status, body, code) => {
    const { provider } = await saying(body, status);
    const refusal = await provider.create(payable()).catch((error) => error);
    expect(refusal).toBeInstanceOf(ProviderRefused);
    expect(refusal.code).toBe(code);
    expect(String(refusal)).not.toMatch(personal);
  });

  test.each([
    ['a page', '<html></html>'],
    ['no name', { ...made, paymentRequestId: undefined }],
    ['no address', { ...made, url: '/pay' }],
  ])('create throws ProviderUnreachable when the response is %s', async (_, body) => {
    const { provider } = await saying(body);
    await expect(provider.create(payable())).rejects.toThrow(ProviderUnreachable);
  });

  test.each([
    ['Complete', 'paid'],
    ['PendingInvestigation', 'pending_long'],
    ['Pending', 'pending'],
    ['Error', 'declined'],
    ['Cancelled', 'cancelled'],
    ['Abandoned', 'expired'],
    ['complete', 'unknown'],
    ['Reversed', 'unknown'],
  ] as const)('query maps the transaction status %s to %s', async (status, outcome) => {
    const { provider, requests } = await saying([{ ...complete, status }]);
    const charge = { cents: 2501, currency: 'ZAR' };
    expect(await provider.query(session)).toEqual({
      outcome,
      id: made.paymentRequestId,
      reference: 'REFERENCE00001',
      paid: outcome === 'paid' ? [{ transactionId: complete.transactionId, charge }] : [],
      mode: 'live',
      code: status,
    });
    expect(requests[0]!.url).toBe(
      '/ozow/GetTransactionByReference?siteCode=TSTSTE0001&transactionReference=REFERENCE00001',
    );
  });

  test('query counts every complete row under one reference as paid and ignores the others', async () => {
    const statuses = [
      'Error',
      'Cancelled',
      'Pending',
      'Whatever',
      'Abandoned',
      'Error',
      'Cancelled',
      'Error',
    ];
    const rows = statuses.map((status, index) => ({ ...complete, transactionId: `T-${index}`, status }));
    rows.splice(3, 0, { ...complete, transactionId: 'T-A' }, { ...complete, transactionId: 'T-B' });
    const { provider } = await saying(rows);
    expect(await provider.query(session)).toMatchObject({
      outcome: 'paid',
      paid: [{ transactionId: 'T-A' }, { transactionId: 'T-B' }],
    });
  });

  test.each([
    ['Pending', ['Error', 'Pending', 'Cancelled']],
    ['PendingInvestigation', ['Abandoned', 'Pending', 'PendingInvestigation']],
    ['Whatever', ['Error', 'Whatever', 'Abandoned']],
    ['Error', ['Abandoned', 'Cancelled', 'Error']],
  ])('query prefers an unfinished status: %s of %j', async (code, statuses) => {
    const { provider } = await saying(statuses.map((status) => ({ ...complete, status })));
    expect(await provider.query(session)).toMatchObject({ code, paid: [] });
  });

  test('query returns open for a payment without rows, and not_found without an id', async () => {
    const { provider } = await saying([]);
    expect(await provider.query(session)).toMatchObject({ outcome: 'open', id: session.id, paid: [] });
    expect(await provider.query({ ...session, id: undefined })).toMatchObject({ outcome: 'not_found' });
  });

  test('query uses rows of another reference only when there are no others', async () => {
    const another = { ...complete, transactionId: 'T-X', transactionReference: 'SOMEBODYELSES1' };
    const both = await saying([another, { ...complete, status: 'Cancelled' }]);
    expect(await both.provider.query(session)).toMatchObject({ outcome: 'cancelled', paid: [] });
    await close?.();
    const alone = await saying([another]);
    expect(await alone.provider.query(session)).toMatchObject({
      outcome: 'paid',
      reference: 'SOMEBODYELSES1',
      paid: [{ transactionId: 'T-X' }],
    });
  });

  test('query in live mode reports a test payment as test only when there is no live payment', async () => {
    const testTransaction = { ...complete, transactionId: 'T-T', isTest: true };
    const alone = await saying([testTransaction]);
    expect(await alone.provider.query(session)).toMatchObject({ outcome: 'paid', mode: 'test' });
    await close?.();
    const both = await saying([testTransaction, { ...complete, isTest: false }]);
    expect(await both.provider.query(session)).toMatchObject({
      mode: 'live',
      paid: [{ transactionId: complete.transactionId }],
    });
  });

  test('query in test mode requests test rows, which need not carry isTest', async () => {
    const { provider, requests } = await saying([complete], 200, 'test');
    expect(await provider.query(session)).toMatchObject({ outcome: 'paid', mode: 'test' });
    expect(requests[0]!.url).toMatch(/&isTest=true$/);
  });

  test('query reports the amount and currency of the response', async () => {
    const { provider } = await saying([{ ...complete, amount: '0.01', currencyCode: 'USD' }]);
    expect(await provider.query(session)).toMatchObject({
      paid: [{ charge: { cents: 1, currency: 'USD' } }],
    });
  });

  test.each([
    ['a page', '<html>Complete</html>', 200],
    ['no list', complete, 200],
    ['a list of strings', ['Complete'], 200],
    ['a list of null', [null], 200],
    ['a row without amount', [{ ...complete, amount: null }], 200],
    ['a row with an amount finer than cents', [{ ...complete, amount: 25.011 }], 200],
    ['a row without currency', [{ ...complete, currencyCode: '' }], 200],
    ['a row without an id', [{ ...complete, transactionId: undefined }], 200],
    ['a row without status', [{ ...complete, status: 1 }], 200],
    ['refused keys', { message: 'no' }, 401],
    ['a missing page', [], 404],
    ['a server error', [complete], 502],
  ])('query throws ProviderUnreachable when the response is %s', async (_, body, status) => {
    const { provider } = await saying(body, status);
    await expect(provider.query(session)).rejects.toThrow(ProviderUnreachable);
  });
});

describe('Ozow notifications', () => {
  const fields = {
    SiteCode: siteCode,
    TransactionId: complete.transactionId,
    TransactionReference: 'REFERENCE00001',
    Amount: '25.01',
    Status: 'Complete',
    Optional1: '',
    Optional2: '',
    Optional3: '',
    Optional4: '',
    Optional5: '',
    CurrencyCode: 'ZAR',
    IsTest: 'false',
    StatusMessage: 'Paid, thank you',
  };
  const signed = (changes: Partial<typeof fields> = {}, key = privateKey) => {
    const values = { ...fields, ...changes };
    return { ...values, Hash: hashCheck(Object.values(values), key) };
  };
  async function read(form: Record<string, string>, mode: 'test' | 'live' = 'live') {
    const { provider, requests } = await openOzow(() => undefined, mode);
    const body = Buffer.from(String(new URLSearchParams(form)));
    const result = await provider.readWebHook({
      headers: {},
      url: 'https://shop.example/hooks/provider',
      body,
    });
    expect(requests).toEqual([]);
    return result;
  }

  // Computed with another program, over the fields that hub.ozow.com/docs/step-2-process-ozow-response
  // lists.
  test('readWebHook accepts an independently computed hash, also in upper case', async () => {
    const known = {
      SiteCode: siteCode,
      TransactionId: '1cd47b26-9d24-4b1d-a1b0-6b7c9e1a2f3b',
      TransactionReference: 'ONS-TESTREF',
      Amount: '25.01',
      Status: 'Complete',
      CurrencyCode: 'ZAR',
      IsTest: 'true',
      StatusMessage: 'Test transaction completed',
      Hash: 'BEEA3FCF3790E12E9889E3BF5B6988C38609F6214DFFD20EA16143E870256E1D8283445F21A1D5AB92677BCB5E0CDE52FF48836F2C76B49833241D98E9F5074A',
    };
    expect(await read(known, 'test')).toMatchObject({ ok: true, session: { reference: 'ONS-TESTREF' } });
  });

  test('a repeated notification names its payment and has the same dedupeKey', async () => {
    const read1 = await read(signed());
    expect(read1).toEqual({
      ok: true,
      dedupeKey: `${complete.transactionId}:Complete`,
      session: { reference: 'REFERENCE00001' },
      claims: 'Complete',
    });
    expect(await read(signed())).toEqual(read1);
    expect(await read(signed({ Status: 'Pending' }))).not.toMatchObject({
      dedupeKey: `${complete.transactionId}:Complete`,
    });
  });

  test.each([
    ['an altered amount', { ...signed(), Amount: '0.01' }],
    ['an altered reference', { ...signed(), TransactionReference: 'REFERENCE00002' }],
    ['an altered mode', { ...signed({ IsTest: 'true' }), IsTest: 'false' }],
    ['another merchant’s key', signed({}, 'another key')],
    ['another site of the same merchant', signed({ SiteCode: 'TSTSTE0002' })],
    ['a truncated hash', { ...signed(), Hash: signed().Hash.slice(0, 64) }],
  ])('readWebHook rejects %s with bad_signature', async (_, form) => {
    expect(await read(form)).toEqual({ ok: false, reason: 'bad_signature' });
  });

  test('readWebHook rejects test notifications in live mode and live ones in test mode', async () => {
    expect(await read(signed({ IsTest: 'True' }))).toEqual({ ok: false, reason: 'wrong_mode' });
    expect(await read(signed(), 'test')).toEqual({ ok: false, reason: 'wrong_mode' });
  });

  test.each([
    ['nothing', {}],
    ['no hash', fields],
    ['no reference', signed({ TransactionReference: '' })],
    ['another language', { '{"Status":"Complete"}': '' }],
  ])('readWebHook rejects %s as malformed', async (_, form) => {
    expect(await read(form)).toEqual({ ok: false, reason: 'malformed' });
  });
});

describe('Ozow refunds', () => {
  const row = {
    refundId: 'R-1',
    transactionId: complete.transactionId,
    amount: 25,
    refundReason: refunding.key,
    status: 'Pending',
  };
  /** Records refund requests as Ozow does: a repeated request is a second refund. */
  async function withRefunds(
    rows: unknown[] = [],
    submitted: StubResponse = { body: [{ ...row, errors: [] }] },
  ) {
    return openOzow(({ url }) => {
      if (url === '/ozow/token') return { body: { access_token: 'a-token', expires_in: 3600 } };
      if (url.startsWith('/ozow/secure/refunds/getrefunds')) return { body: rows };
      rows.push(row);
      return submitted;
    });
  }
  const submits = (requests: StubRequest[]) =>
    requests.filter(({ url }) => url === '/ozow/secure/refunds/submit');

  test('refund sends our key as its reason, signed, and returns accepted', async () => {
    const { provider, requests } = await withRefunds();
    expect(await provider.refund!(refunding)).toEqual({ outcome: 'accepted', id: 'R-1', code: 'Pending' });
    expect(requests[0]).toMatchObject({
      url: '/ozow/token',
      body: 'grant_type=password&siteCode=TSTSTE0001',
    });
    expect(requests[0]!.headers.apikey).toBe(apiKey);
    const [submit] = submits(requests);
    expect(submit!.headers.authorization).toBe('Bearer a-token');
    const over = `${complete.transactionId}25.00REFUND0000000001${privateKey}`.toLowerCase();
    expect(JSON.parse(submit!.body)).toEqual([
      {
        transactionId: complete.transactionId,
        amount: 25,
        refundReason: 'REFUND0000000001',
        notifyUrl: '',
        isRtc: false,
        hashCheck: createHash('sha512').update(over).digest('hex'),
      },
    ]);
  });

  test('refund looks up an earlier request and never submits it twice', async () => {
    const { provider, requests } = await withRefunds();
    await provider.refund!(refunding);
    expect(await provider.refund!(refunding)).toMatchObject({ outcome: 'accepted', id: 'R-1' });
    expect(submits(requests)).toHaveLength(1);
  });

  test.each([
    ['Pending', 'accepted'],
    ['Submitted', 'accepted'],
    ['Complete', 'succeeded'],
    ['Failed', 'failed'],
    ['Cancelled', 'failed'],
    ['Invalid', 'failed'],
    ['Returned', 'returned'],
    ['Lost', 'unknown'],
  ] as const)('queryRefund maps the status %s to %s', async (status, outcome) => {
    const another = { ...row, refundReason: 'REFUND0000000002', refundId: 'R-2', status: 'Complete' };
    const { provider } = await withRefunds([another, { ...row, status }]);
    expect(await provider.queryRefund!({ ...refunding, id: 'R-1' })).toEqual({
      outcome,
      id: 'R-1',
      code: status,
    });
  });

  test('queryRefund returns unknown for another amount and not_found for a missing refund', async () => {
    const { provider } = await withRefunds([{ ...row, amount: 250 }]);
    expect(await provider.queryRefund!({ ...refunding, id: 'R-1' })).toMatchObject({ outcome: 'unknown' });
    const missingRefund = { ...refunding, key: 'REFUND0000000009', id: undefined };
    expect(await provider.queryRefund!(missingRefund)).toMatchObject({ outcome: 'not_found' });
  });

  test('refund throws ProviderRefused when it exceeds the remaining amount', async () => {
    const errors = ['The refund amount exceeds the available amount'];
    const { provider } = await withRefunds([], { body: [{ ...row, refundId: null, errors }] });
    await expect(provider.refund!(refunding)).rejects.toThrow(ProviderRefused);
  });

  test.each([
    ['a page', { body: '<html></html>' }],
    ['another transaction', { body: [{ ...row, transactionId: 'T-X', errors: [] }] }],
    ['no name', { body: [{ ...row, refundId: null, errors: [] }] }],
    ['nothing', { body: [] }],
    ['a failure', { status: 502, body: {} }],
  ])('refund throws ProviderUnreachable when the response is %s', async (_, response) => {
    const { provider } = await withRefunds([], response);
    await expect(provider.refund!(refunding)).rejects.toThrow(ProviderUnreachable);
  });

  test('the next attempt finds a refund whose response was lost', async () => {
    const rows: unknown[] = [];
    const lost = await openOzow(({ url }) => {
      if (url === '/ozow/token') return { body: { access_token: 'a-token', expires_in: 3600 } };
      if (url.startsWith('/ozow/secure/refunds/getrefunds')) return { body: rows };
      rows.push({ ...row, status: 'Submitted' });
      return undefined;
    });
    await expect(lost.provider.refund!(refunding)).rejects.toThrow(ProviderUnreachable);
    expect(await lost.provider.refund!(refunding)).toEqual({
      outcome: 'accepted',
      id: 'R-1',
      code: 'Submitted',
    });
    expect(submits(lost.requests)).toHaveLength(1);
  });
});
