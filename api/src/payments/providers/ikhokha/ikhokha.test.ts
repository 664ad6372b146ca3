import { openStubServer, type StubRequest, type StubResponse } from '@fynbos/test-kit/network/stub-server.ts';
import { payable, personal } from '@fynbos/test-kit/payments/payable-order.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { ProviderRefused, ProviderUnreachable } from '../payment-provider.ts';
import { ikhokha } from './ikhokha.ts';
import { ikhokhaSignature } from './ikhokha-web-hook.ts';

const made = {
  responseCode: '00',
  message: 'Successful',
  paylinkUrl: 'https://pay.ikhokha.com/link/abc',
  paylinkID: 'paylink-1',
  externalTransactionID: 'REFERENCE00001',
};
const paid = {
  paylinkID: 'paylink-1',
  externalTransactionID: 'REFERENCE00001',
  status: 'PAID',
  amount: 29_999,
  currency: 'ZAR',
  createdAt: '2026-11-21T03:00:00.000Z',
};
const session = { id: 'paylink-1', reference: 'REFERENCE00001' };
const appSecret = 'secret';
const prefix = '/ikhokha/public-api/v1/api';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function openIkhokha(respond: (request: StubRequest) => StubResponse | undefined) {
  const stubServer = await openStubServer(respond);
  close = stubServer.close;
  const settings = {
    url: `${stubServer.url}${prefix}`,
    appId: 'IK-APP-1',
    appSecret,
    entityId: 'an-entity',
    mode: 'live' as const,
  };
  return { requests: stubServer.receivedRequests, provider: ikhokha.create(settings) };
}

const saying = (body: unknown, status = 200) => openIkhokha(() => ({ status, body }));

describe('The signature of iKhokha', () => {
  // The request of golang/main.go in ikhokha/ik-pay-api-examples, which publishes no signature: computed
  // with Python.
  test('ikhokhaSignature returns the documented signature for the vendor’s sample request', () => {
    const body =
      '{"entityID":"MyEntityID1234","externalEntityID":"MARTIANS1234","amount":10000,"currency":"ZAR",' +
      '"requesterUrl":"https://example.com/requester","mode":"live","externalTransactionID":"TRANS789111",' +
      '"urls":{"callbackUrl":"https://example.com/callback","successPageUrl":"https://example.com/success",' +
      '"failurePageUrl":"https://example.com/failure","cancelUrl":"https://example.com/cancel"}}';
    expect(ikhokhaSignature('/public-api/v1/api/payment', body, 'secret')).toBe(
      '3b88a0afd0fe439907fa3ff7e0c168a37e9d459e045e4a6ebfec2bd8febe4247',
    );
    expect(ikhokhaSignature('/public-api/v1/api/getStatus/abc', '', 'secret')).toBe(
      '2a3e30bdbcaa8ac6ed607bd4a1675a29d29c0abf2b5e1153fc5da755189434b7',
    );
  });

  test('ikhokhaSignature escapes backslashes, quotation marks and NUL first', () => {
    expect(ikhokhaSignature('/a', '{"d":"O\'Brien \\ \0é"}', 'secret')).toBe(
      '5a4fed77bac089cfaf807c5847fc4664b4bc0892c90904ffecd9b1c6f9102968',
    );
  });

  test('create signs the path and exactly the bytes it sends', async () => {
    const { provider, requests } = await saying(made);
    await provider.create(payable({ orderNumber: '10\\0\'0"1é' }));
    const [{ url, body, headers }] = requests as [StubRequest];
    expect(url).toBe(`${prefix}/payment`);
    expect(headers).toMatchObject({
      'ik-appid': 'IK-APP-1',
      'ik-sign': ikhokhaSignature(url, body, appSecret),
    });
  });

  test('the signature does not cover the query string', async () => {
    const { provider, requests } = await saying(paid);
    await provider.query({ ...session, id: undefined });
    expect(requests[0]!.url).toBe(`${prefix}/getStatus/external?externalReference=REFERENCE00001`);
    expect(requests[0]!.headers['ik-sign']).toBe(
      ikhokhaSignature(`${prefix}/getStatus/external`, '', appSecret),
    );
  });
});

describe('iKhokha payments', () => {
  test('create makes a link for whole cents and our reference, without personal data', async () => {
    const { provider, requests } = await saying(made);
    expect(await provider.create(payable())).toEqual({
      kind: 'redirect',
      id: 'paylink-1',
      url: made.paylinkUrl,
    });
    const sent = JSON.parse(requests[0]!.body);
    expect(sent).toMatchObject({
      entityID: 'an-entity',
      amount: 29_999,
      currency: 'ZAR',
      requesterUrl: 'https://shop.example',
      mode: 'live',
      externalTransactionID: 'REFERENCE00001',
      urls: {
        callbackUrl: 'https://shop.example/hooks/provider',
        successPageUrl: 'https://shop.example/order/status?ref=REFERENCE00001',
      },
    });
    expect(requests[0]!.body).not.toMatch(personal);
  });

  test.each([
    ['a code other than 00', 200, { responseCode: '05', message: 'thandi@example.com' }, '05'],
    ['a wrong signature', 401, { responseCode: '401', message: 'no' }, '401'],
    ['a refusal without a code', 400, { message: 'thandi@example.com' }, '400'],
  ])('create throws ProviderRefused for %s', async (_, status, body, code) => {
    const { provider } = await saying(body, status);
    const refusal = await provider.create(payable()).catch((error) => error);
    expect(refusal).toBeInstanceOf(ProviderRefused);
    expect(refusal.code).toBe(code);
    expect(String(refusal)).not.toMatch(personal);
  });

  test.each([
    ['a page', '<html></html>'],
    ['no name', { ...made, paylinkID: 7 }],
    ['no address', { ...made, paylinkUrl: undefined }],
  ])('create throws ProviderUnreachable when the response is %s', async (_, body) => {
    const { provider } = await saying(body);
    await expect(provider.create(payable())).rejects.toThrow(ProviderUnreachable);
  });

  test.each([
    ['PAID', 'paid'],
    ['UNPAID', 'open'],
    ['FAILURE', 'declined'],
    ['CANCELLED', 'cancelled'],
    ['EXPIRED', 'expired'],
    ['SUCCESS', 'unknown'],
    ['paid', 'unknown'],
  ] as const)('query maps the link status %s to %s', async (status, outcome) => {
    const { provider, requests } = await saying({ ...paid, status });
    expect(await provider.query(session)).toEqual({
      outcome,
      id: 'paylink-1',
      reference: 'REFERENCE00001',
      paid:
        outcome === 'paid'
          ? [{ transactionId: 'paylink-1', charge: { cents: 29_999, currency: 'ZAR' } }]
          : [],
      mode: 'live',
      code: status,
    });
    expect(requests[0]!.url).toBe(`${prefix}/getStatus/paylink-1`);
  });

  test('query reads the shortest documented response: no reference, and rand', async () => {
    const { provider } = await saying({ paylinkID: 'paylink-1', status: 'PAID', amount: 29_999 });
    expect(await provider.query(session)).toMatchObject({
      reference: undefined,
      paid: [{ charge: { cents: 29_999, currency: 'ZAR' } }],
    });
  });

  test('query reports the amount, currency and reference of the response', async () => {
    const payload = { ...paid, amount: 1, currency: 'USD', externalTransactionID: 'SOMEBODYELSES1' };
    const { provider } = await saying(payload);
    expect(await provider.query(session)).toMatchObject({
      reference: 'SOMEBODYELSES1',
      paid: [{ charge: { cents: 1, currency: 'USD' } }],
    });
  });

  test.each([
    ['a page', '<html>PAID</html>', 200],
    ['a missing page', 'Not found', 404],
    ['no amount', { ...paid, amount: undefined }, 200],
    ['an amount in rand', { ...paid, amount: 299.99 }, 200],
    ['an amount as text', { ...paid, amount: '29999' }, 200],
    ['a negative amount', { ...paid, amount: -1 }, 200],
    ['no status', { ...paid, status: null }, 200],
    ['a list', [paid], 200],
    ['a wrong signature', { message: 'no' }, 401],
    ['a server error', paid, 503],
  ])('query throws ProviderUnreachable when the response is %s', async (_, body, status) => {
    const { provider } = await saying(body, status);
    await expect(provider.query(session)).rejects.toThrow(ProviderUnreachable);
  });

  test('query returns not_found for an unknown link', async () => {
    const { provider } = await saying({ message: 'Paylink not found' }, 404);
    expect(await provider.query(session)).toMatchObject({ outcome: 'not_found', paid: [] });
  });

  test('the iKhokha adapter supports no refunds', async () => {
    const { provider } = await saying(paid);
    expect(provider.traits.refund).toBe('manual');
    expect(provider.refund).toBeUndefined();
  });
});

describe('iKhokha callbacks', () => {
  const payload = {
    paylinkID: 'paylink-1',
    status: 'SUCCESS',
    externalTransactionID: 'REFERENCE00001',
    responseCode: '00',
  };
  const path = '/hooks/provider';
  function hook(body: string, changes: Record<string, string | undefined> = {}, signed = body) {
    const headers = {
      'ik-appid': 'IK-APP-1',
      'ik-sign': ikhokhaSignature(path, signed, appSecret),
      ...changes,
    };
    return { headers, url: `https://shop.example${path}`, body: Buffer.from(body) };
  }
  async function read(rawHook: ReturnType<typeof hook>) {
    const { provider, requests } = await openIkhokha(() => undefined);
    const result = await provider.readWebHook(rawHook);
    expect(requests).toEqual([]);
    return result;
  }
  const text = JSON.stringify(payload);

  test('a repeated callback names its link and has the same dedupeKey', async () => {
    const result = await read(hook(text));
    expect(result).toEqual({
      ok: true,
      dedupeKey: 'paylink-1:SUCCESS',
      session: { id: 'paylink-1', reference: 'REFERENCE00001' },
      claims: 'SUCCESS',
    });
    expect(await read(hook(text))).toEqual(result);
  });

  test('readWebHook accepts a query string, whitespace in the body and a signature without the field text', async () => {
    expect(await read({ ...hook(text), url: `${path}?x=1` })).toMatchObject({ ok: true });
    expect(await read(hook(JSON.stringify(payload, null, 2)))).toMatchObject({ ok: true });
    expect(await read(hook(JSON.stringify({ ...payload, text: 'hello' }), {}, text))).toMatchObject({
      ok: true,
    });
  });

  test.each([
    ['an altered status', hook(text.replace('SUCCESS', 'FAILURE'), {}, text)],
    ['another link', hook(text.replace('paylink-1', 'paylink-2'), {}, text)],
    ['another application', hook(text, { 'ik-appid': 'IK-APP-2' })],
    ['another’s secret', hook(text, { 'ik-sign': ikhokhaSignature(path, text, 'another') })],
    ['another address', { ...hook(text), url: 'https://shop.example/hooks/another' }],
    [
      'a truncated signature',
      hook(text, { 'ik-sign': ikhokhaSignature(path, text, appSecret).slice(0, 32) }),
    ],
    ['an empty signature', hook(text, { 'ik-sign': '' })],
  ])('readWebHook rejects %s with bad_signature', async (_, rawHook) => {
    expect(await read(rawHook)).toEqual({ ok: false, reason: 'bad_signature' });
  });

  test.each([
    ['no signature', hook(text, { 'ik-sign': undefined })],
    ['no application', hook(text, { 'ik-appid': undefined })],
    ['no JSON', hook('status=SUCCESS')],
    ['a list', hook(`[${text}]`)],
    ['nothing', hook('null')],
    ['no link', hook(JSON.stringify({ ...payload, paylinkID: undefined }))],
  ])('readWebHook rejects %s as malformed', async (_, rawHook) => {
    expect(await read(rawHook)).toEqual({ ok: false, reason: 'malformed' });
  });
});

describe('The payment history of iKhokha', () => {
  const from = new Date('2026-11-20T22:00:00Z');
  const to = new Date('2026-11-21T22:00:00Z');

  test('list returns payments between two instants, and a link that was paid twice gets another transaction id', async () => {
    const { provider, requests } = await saying({
      payments: [
        { ...paid, createdAt: '2026-11-21T03:05:00Z' },
        paid,
        { ...paid, createdAt: '2026-11-21T03:06:00Z', transactionId: 'its-own' },
        { ...paid, paylinkID: 'early', createdAt: '2026-11-20T21:59:59Z' },
        { ...paid, paylinkID: 'late', createdAt: '2026-11-21T22:00:00Z' },
        { ...paid, paylinkID: 'failed', status: 'FAILURE' },
      ],
    });
    const movement = {
      kind: 'payment',
      reference: 'REFERENCE00001',
      charge: { cents: 29_999, currency: 'ZAR' },
    };
    expect(await provider.list!(from, to)).toEqual([
      { ...movement, transactionId: 'paylink-1', at: new Date('2026-11-21T03:00:00Z') },
      { ...movement, transactionId: 'paylink-1-2', at: new Date('2026-11-21T03:05:00Z') },
      { ...movement, transactionId: 'its-own', at: new Date('2026-11-21T03:06:00Z') },
    ]);
    expect(requests[0]!.url).toBe(`${prefix}/payments/history?startDate=2026-11-19&endDate=2026-11-22`);
    expect(requests[0]!.headers['ik-sign']).toBe(
      ikhokhaSignature(`${prefix}/payments/history`, '', appSecret),
    );
  });

  test('list numbers the second payment of a link as second, also when the first was the day before', async () => {
    const { provider } = await saying({
      payments: [
        { ...paid, createdAt: '2026-11-20T21:50:00Z' },
        { ...paid, createdAt: '2026-11-20T22:10:00Z' },
      ],
    });
    expect((await provider.list!(from, to)).map(({ transactionId }) => transactionId)).toEqual([
      'paylink-1-2',
    ]);
  });

  test.each([
    ['a page', '<html></html>'],
    ['no list', { payments: {} }],
    ['a row without amount', { payments: [{ ...paid, amount: '1' }] }],
    ['a row without time', { payments: [{ ...paid, createdAt: 'yesterday' }] }],
    ['a null row', { payments: [null] }],
  ])('list throws ProviderUnreachable when the response is %s', async (_, body) => {
    const { provider } = await saying(body);
    await expect(provider.list!(from, to)).rejects.toThrow(ProviderUnreachable);
  });
});
