import { createCipheriv } from 'node:crypto';
import { openStubServer, type StubRequest, type StubResponse } from '@fynbos/test-kit/network/stub-server.ts';
import { payable } from '@fynbos/test-kit/payments/payable-order.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { ProviderUnreachable, type RawHook } from '../payment-provider.ts';
import { oppwa } from './oppwa.ts';

/**
 * The example of https://docs.oppwa.com/tutorials/webhooks/decryption-example; it decrypts to
 * `{"type":"PAYMENT"}`.
 */
const published = {
  key: '000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f',
  vector: '000000000000000000000000',
  tag: 'CE573FB7A41AB78E743180DC83FF09BD',
  body: '0A3471C72D9BE49A8520F79C66BBD9A12FF9',
};
const paid = {
  id: '8ac7a4a17c9d1f00017c9d2f3a4b0001',
  paymentType: 'DB',
  paymentBrand: 'VISA',
  amount: '92.00',
  currency: 'ZAR',
  merchantTransactionId: 'REFERENCE00001',
  result: { code: '000.100.110', description: 'Request successfully processed' },
  card: { holder: 'Jane Jones', last4Digits: '0000' },
  timestamp: '2026-11-21 03:00:00+0000',
  ndc: '8AC7CHECKOUT.uat01-vm-tx01',
};
const now = new Date('2026-11-21T04:00:00Z');
const session = { id: paid.ndc, reference: paid.merchantTransactionId };
const refunding = {
  key: 'REFUND0000000001',
  session,
  transactionId: paid.id,
  charge: { cents: 9200, currency: 'ZAR' },
  reason: 'asked for',
};

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function cards(
  respond: (request: StubRequest) => StubResponse | undefined,
  mode: 'test' | 'live' = 'test',
) {
  const stubServer = await openStubServer(respond);
  close = stubServer.close;
  const { url, receivedRequests: requests } = stubServer;
  const keys = { token: 'a-token', entityId: 'an-entity', webHookKey: published.key };
  return { requests, provider: oppwa.create({ url, ...keys, mode }, () => now) };
}

const hooked = async (hook: RawHook, mode: 'test' | 'live' = 'test') => {
  const { provider } = await cards(() => undefined, mode);
  return provider.readWebHook(hook);
};

function sealed(event: unknown, key = published.key): RawHook {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), Buffer.from(published.vector, 'hex'));
  const body = Buffer.concat([cipher.update(JSON.stringify(event)), cipher.final()]);
  return hookOf(body.toString('hex'), cipher.getAuthTag().toString('hex'));
}

const hookOf = (body: string, tag: string, vector = published.vector): RawHook => ({
  headers: { 'x-initialization-vector': vector, 'x-authentication-tag': tag },
  url: '/api/payments/card/web-hook',
  body: Buffer.from(body),
});

describe('web-hooks of the card provider', () => {
  test('the published example decrypts, and is malformed because it names no payment', async () => {
    expect(await hooked(hookOf(published.body, published.tag))).toEqual({ ok: false, reason: 'malformed' });
  });

  test.each([
    ['a wrong tag', hookOf(published.body, 'CE573FB7A41AB78E743180DC83FF09BE')],
    ['a truncated tag', hookOf(published.body, published.tag.slice(0, 8))],
    ['another vector', hookOf(published.body, published.tag, '000000000000000000000001')],
    ['an altered body', hookOf(published.body.replace('0A', '0B'), published.tag)],
    ['no headers', { ...hookOf(published.body, published.tag), headers: {} }],
    ['another’s key', sealed({ type: 'PAYMENT', payload: paid }, published.key.replace('00', 'ff'))],
  ])('%s is a bad signature', async (_, hook) => {
    expect(await hooked(hook)).toEqual({ ok: false, reason: 'bad_signature' });
  });

  test.each([
    ['plain JSON', JSON.stringify({ type: 'PAYMENT', payload: paid })],
    ['nothing', ''],
    ['a body over the size limit', 'ab'.repeat(200_000)],
  ])('%s is not a web-hook', async (_, body) => {
    expect(await hooked(hookOf(body, published.tag))).toEqual({ ok: false, reason: 'malformed' });
  });

  test('a payment is identified by its checkout and our reference, in both formats of the body', async () => {
    const hook = sealed({ type: 'PAYMENT', payload: paid });
    const wrapped = { ...hook, body: Buffer.from(JSON.stringify({ encryptedBody: String(hook.body) })) };
    const read = {
      ok: true,
      dedupeKey: `${paid.id}:000.100.110`,
      session: { id: paid.ndc, reference: paid.merchantTransactionId },
      claims: 'DB 000.100.110',
    };
    expect(await hooked(hook)).toEqual(read);
    expect(await hooked(wrapped)).toEqual(read);
  });

  test('two results of one transaction are two events', async () => {
    const declined = { ...paid, result: { code: '800.100.152' } };
    const keys = await Promise.all(
      [paid, declined].map((payload) => hooked(sealed({ type: 'PAYMENT', payload }))),
    );
    expect(new Set(keys.map((read) => read.ok && read.dedupeKey)).size).toBe(2);
  });

  test('an event that is not about a payment names no payment', async () => {
    const read = await hooked(sealed({ type: 'REGISTRATION', payload: { id: 'r1' } }));
    expect(read).toMatchObject({ ok: true, session: {}, dedupeKey: 'REGISTRATION:r1' });
  });

  test('a success of the other mode is refused, and so is an event older than the retry period', async () => {
    const old = { ...paid, timestamp: '2026-09-01 03:00:00+0000' };
    const real = { ...paid, result: { code: '000.000.000' } };
    const refused = { ok: false, reason: 'wrong_mode' };
    expect(await hooked(sealed({ type: 'PAYMENT', payload: paid }), 'live')).toEqual(refused);
    expect(await hooked(sealed({ type: 'PAYMENT', payload: real }), 'test')).toEqual(refused);
    expect(await hooked(sealed({ type: 'PAYMENT', payload: old }))).toEqual({ ok: false, reason: 'stale' });
  });
});

describe('responses of the card provider', () => {
  test('a test success has mode test, also in a live shop', async () => {
    const { provider } = await cards(() => ({ body: paid }), 'live');
    expect(await provider.query(session)).toEqual({
      outcome: 'paid',
      id: paid.ndc,
      reference: paid.merchantTransactionId,
      paid: [{ transactionId: paid.id, charge: { cents: 9200, currency: 'ZAR' } }],
      mode: 'test',
      code: '000.100.110',
    });
  });

  test('a success without a payment is unknown', async () => {
    const { provider } = await cards(() => ({ body: { result: { code: '000.000.000' } } }));
    expect(await provider.query(session)).toMatchObject({ outcome: 'unknown', paid: [] });
  });

  test('an expired checkout is looked up by our reference', async () => {
    const { provider } = await cards(({ url }) =>
      url.startsWith('/v1/query')
        ? { body: { result: { code: '000.000.100' }, payments: [paid] } }
        : { status: 404, body: { result: { code: '200.300.404' } } },
    );
    expect(await provider.query(session)).toMatchObject({
      outcome: 'paid',
      paid: [{ transactionId: paid.id }],
    });
  });

  test('all paid attempts under one reference count', async () => {
    const [declined, second] = [
      { ...paid, id: 'b'.repeat(32), result: { code: '800.100.152' }, timestamp: '2026-11-21 03:05:00+0000' },
      { ...paid, id: 'c'.repeat(32) },
    ];
    const { provider } = await cards(() => ({
      body: { result: { code: '000.000.100' }, payments: [paid, declined, second] },
    }));
    const { outcome, paid: movements } = await provider.query({ ...session, id: undefined });
    expect(outcome).toBe('paid');
    expect(movements.map(({ transactionId }) => transactionId)).toEqual([paid.id, second.id]);
  });

  test.each([
    ['an amount that is a number', { ...paid, amount: 92 }],
    ['an amount with three decimals', { ...paid, amount: '92.001' }],
    ['no currency', { ...paid, currency: undefined }],
    ['no result', { ...paid, result: undefined }],
    ['null', null],
    ['text', 'paid'],
    ['a page', '<html>000.000.000</html>'],
  ])('%s is not a valid response', async (_, body) => {
    const { provider } = await cards(() => ({ body }));
    await expect(provider.query(session)).rejects.toBeInstanceOf(ProviderUnreachable);
  });

  test('both kinds of rate limit response set retryAfter', async () => {
    const byCode = await cards(() => ({ status: 400, body: { result: { code: '800.120.100' } } }));
    await expect(byCode.provider.query(session)).rejects.toMatchObject({ retryAfter: 60 });
    await close?.();
    const byStatus = await cards(() => ({ status: 429, headers: { 'retry-after': '17' }, body: '' }));
    await expect(byStatus.provider.query(session)).rejects.toMatchObject({ retryAfter: 17 });
  });

  test.each(['0', '-5', 'Wed, 21 Nov 2026 07:28:00 GMT', '999999999'])(
    'a retry-after of %s becomes a minute',
    async (pause) => {
      const { provider } = await cards(() => ({ status: 429, headers: { 'retry-after': pause }, body: '' }));
      await expect(provider.query(session)).rejects.toMatchObject({ retryAfter: 60 });
    },
  );

  test('a checkout id cannot change the request path', async () => {
    const { provider } = await cards(() => ({ body: { result: { code: '000.200.100' }, id: '..' } }));
    await expect(provider.create(payable())).rejects.toBeInstanceOf(ProviderUnreachable);
  });

  test('an uncertain response leaves open whether a checkout was created', async () => {
    const codes = ['900.100.300', '800.500.100', '000.000.000', '123.456.789'];
    const { provider } = await cards(() => ({ body: { result: { code: codes.shift() }, id: 'ID' } }));
    for (const _ of [...codes])
      await expect(provider.create(payable())).rejects.toBeInstanceOf(ProviderUnreachable);
  });

  test('refused keys are not a payment result, and the error contains no secrets', async () => {
    const { provider } = await cards(() => ({ status: 401, body: { result: { code: '800.900.300' } } }));
    const error = await provider.query(session).catch((caught: Error) => caught);
    expect(error).toBeInstanceOf(ProviderUnreachable);
    expect(String(error)).not.toMatch(/a-token|an-entity|REFERENCE/);
  });

  test('a refund is looked up before it is created', async () => {
    const made = { ...paid, id: 'd'.repeat(32), paymentType: 'RF', merchantTransactionId: refunding.key };
    const { provider, requests } = await cards(() => ({
      body: { result: { code: '000.000.100' }, payments: [made] },
    }));
    expect(await provider.refund?.(refunding)).toMatchObject({ outcome: 'succeeded', id: made.id });
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test('a refund is not created while the lookup fails', async () => {
    const { provider, requests } = await cards(() => ({ status: 502, body: '' }));
    await expect(provider.refund?.(refunding)).rejects.toBeInstanceOf(ProviderUnreachable);
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test('the ledger is read to its last page', async () => {
    const refund = { ...paid, paymentType: 'RF', merchantTransactionId: 'REFUND0000000001', amount: '2.00' };
    const declined = { ...paid, result: { code: '800.100.152' } };
    const { provider } = await cards(({ url }) => ({
      body: {
        result: { code: '000.000.100' },
        records: url.endsWith('pageNo=1') ? [paid, declined] : [refund],
        pages: 2,
      },
    }));
    expect(await provider.list?.(new Date(0), now)).toEqual([
      {
        kind: 'payment',
        transactionId: paid.id,
        reference: paid.merchantTransactionId,
        charge: { cents: 9200, currency: 'ZAR' },
        at: new Date('2026-11-21T03:00:00Z'),
      },
      expect.objectContaining({ kind: 'refund', charge: { cents: 200, currency: 'ZAR' } }),
    ]);
  });
});
