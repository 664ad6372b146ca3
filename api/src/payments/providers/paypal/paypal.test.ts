import { openStubServer, type StubRequest, type StubResponse } from '@fynbos/test-kit/network/stub-server.ts';
import { payable, personal } from '@fynbos/test-kit/payments/payable-order.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { ProviderRefused, ProviderUnreachable, type RawHook, type ReadHook } from '../payment-provider.ts';
import { paypal } from './paypal.ts';

/** Shapes as of https://developer.paypal.com/docs/api/orders/v2/ and .../payments/v2/ */
const capture = {
  id: '3C679366HH908993F',
  status: 'COMPLETED',
  amount: { currency_code: 'USD', value: '5.05' },
  custom_id: 'REFERENCE00001',
};
const unit = {
  reference_id: 'REFERENCE00001',
  custom_id: 'REFERENCE00001',
  amount: { currency_code: 'USD', value: '5.05' },
};
const order = (status: string, captures?: unknown[], refunds?: unknown[]) => ({
  id: '5O190127TN364715T',
  status,
  purchase_units: [{ ...unit, ...(captures && { payments: { captures, refunds } }) }],
});
const session = { id: '5O190127TN364715T', reference: 'REFERENCE00001' };
const refunding = {
  key: 'REFUND0000000001',
  session,
  transactionId: capture.id,
  charge: { cents: 505, currency: 'USD' },
  reason: 'asked for',
};
const dollars = payable({ charge: { cents: 505, currency: 'USD' } });
const issue = (name: string): StubResponse => ({
  status: 422,
  body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: name }] },
});

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

/** A PayPal stub whose tokens are `token-1`, `token-2` and so on. */
async function wallet(
  respond: (request: StubRequest) => StubResponse | undefined,
  token?: () => StubResponse,
) {
  let tokens = 0;
  let now = new Date('2026-11-21T04:00:00Z');
  const stubServer = await openStubServer((request) => {
    if (request.url !== '/v1/oauth2/token') return respond(request);
    return token?.() ?? { body: { access_token: `token-${++tokens}`, expires_in: 32_400 } };
  });
  close = stubServer.close;
  const settings = { clientId: 'an-id', secret: 'a-secret', webHookId: 'WH1', mode: 'test' as const };
  const charges = { currency: 'USD', rate: 185_000 };
  return {
    requests: stubServer.receivedRequests,
    url: stubServer.url,
    provider: paypal.create({ url: stubServer.url, ...settings, ...charges }, () => now),
    tokens: () => stubServer.receivedRequests.filter(({ url }) => url === '/v1/oauth2/token').length,
    pass: (ms: number) => (now = new Date(now.getTime() + ms)),
  };
}

describe('The access token of PayPal', () => {
  test('the token is requested once for concurrent callers, and renewed shortly before it expires', async () => {
    const { provider, tokens, pass } = await wallet(() => ({ body: order('APPROVED') }));
    await Promise.all([1, 2, 3].map(() => provider.query(session)));
    await provider.query(session);
    expect(tokens()).toBe(1);
    pass(32_400_000 - 30_000);
    await provider.query(session);
    expect(tokens()).toBe(2);
  });

  test('a rejected token is replaced once', async () => {
    let refused = 'none yet';
    const { provider, tokens } = await wallet(({ headers }) =>
      headers.authorization === refused
        ? { status: 401, body: { error: 'invalid_token' } }
        : { body: order('APPROVED') },
    );
    await provider.query(session);
    refused = 'Bearer token-1';
    expect(await provider.query(session)).toMatchObject({ outcome: 'approved' });
    expect(tokens()).toBe(2);
  });

  test.each([
    ['empty', { body: { access_token: '', expires_in: 32_400 } }],
    ['missing', { body: {} }],
    ['an HTML page', { body: '<html></html>' }],
    ['a failed response', { status: 503, body: '' }],
  ])('a token response that is %s is not cached', async (_, invalidResponse) => {
    const tokenResponses: StubResponse[] = [
      invalidResponse,
      { body: { access_token: 'good', expires_in: 32_400 } },
    ];
    const { provider } = await wallet(
      ({ headers }) =>
        headers.authorization === 'Bearer good' ? { body: order('APPROVED') } : { status: 401, body: {} },
      () => tokenResponses.shift()!,
    );
    await expect(provider.query(session)).rejects.toBeInstanceOf(ProviderUnreachable);
    expect(await provider.query(session)).toMatchObject({ outcome: 'approved' });
  });

  test('rejected keys refuse a new order and leave the status of a payment and a refund unknown', async () => {
    const { provider } = await wallet(
      () => ({ body: order('APPROVED') }),
      () => ({ status: 401, body: { error: 'invalid_client' } }),
    );
    await expect(provider.create(dollars)).rejects.toBeInstanceOf(ProviderRefused);
    await expect(provider.query(session)).rejects.toBeInstanceOf(ProviderUnreachable);
    await expect(provider.refund?.(refunding)).rejects.toBeInstanceOf(ProviderUnreachable);
  });
});

describe('A PayPal order', () => {
  test('create makes the order once under our reference and accepts only a PayPal address', async () => {
    let href = 'https://www.paypal.com/checkoutnow?token=5O190127TN364715T';
    const { provider, requests } = await wallet(() => ({
      body: { ...order('PAYER_ACTION_REQUIRED'), links: [{ rel: 'self' }, { rel: 'payer-action', href }] },
    }));
    expect(await provider.create(dollars)).toEqual({ kind: 'redirect', id: session.id, url: href });
    const { headers, body } = requests.at(-1)!;
    expect(headers['paypal-request-id']).toBe(dollars.reference);
    expect(JSON.parse(body).purchase_units[0].amount).toEqual({ currency_code: 'USD', value: '5.05' });
    expect(body.replaceAll('shop.example', '')).not.toMatch(personal);
    href = 'javascript:alert(1)';
    await expect(provider.create(dollars)).rejects.toBeInstanceOf(ProviderUnreachable);
  });

  test('create refuses a currency that PayPal does not support', async () => {
    const { provider } = await wallet(() => issue('CURRENCY_NOT_SUPPORTED'));
    await expect(provider.create(dollars)).rejects.toMatchObject({ code: 'CURRENCY_NOT_SUPPORTED' });
  });

  test.each([
    ['CREATED', undefined, 'open'],
    ['PAYER_ACTION_REQUIRED', undefined, 'open'],
    ['APPROVED', undefined, 'approved'],
    ['VOIDED', undefined, 'cancelled'],
    ['SOMETHING_NEW', undefined, 'unknown'],
    ['COMPLETED', undefined, 'unknown'],
    ['COMPLETED', [{ ...capture, status: 'PENDING' }], 'pending'],
    ['COMPLETED', [{ ...capture, status: 'DECLINED' }], 'declined'],
    ['COMPLETED', [{ ...capture, status: 'SOMETHING_NEW' }], 'unknown'],
    ['COMPLETED', [{ ...capture, status: 'toString' }], 'unknown'],
    ['COMPLETED', [{ ...capture, status: 'PARTIALLY_REFUNDED' }], 'paid'],
    ['COMPLETED', [{ ...capture, id: 'X', status: 'DECLINED' }, capture], 'paid'],
  ])('query of an order %s with captures %j returns %s', async (status, captures, outcome) => {
    const { provider } = await wallet(() => ({ body: order(status, captures) }));
    const evidence = await provider.query(session);
    expect(evidence.outcome).toBe(outcome);
    expect(evidence.paid).toHaveLength(outcome === 'paid' ? 1 : 0);
  });

  test('query of a paid order returns its transaction, amount and reference', async () => {
    const { provider } = await wallet(() => ({ body: order('COMPLETED', [capture]) }));
    expect(await provider.query(session)).toEqual({
      outcome: 'paid',
      id: session.id,
      reference: 'REFERENCE00001',
      paid: [{ transactionId: capture.id, charge: { cents: 505, currency: 'USD' } }],
      mode: 'test',
      code: 'COMPLETED:COMPLETED',
    });
  });

  test('capture uses another idempotency key than create', async () => {
    const { provider, requests } = await wallet(() => ({ body: order('COMPLETED', [capture]) }));
    expect(await provider.capture?.(session, dollars.reference)).toMatchObject({ outcome: 'paid' });
    expect(requests.at(-1)?.headers['paypal-request-id']).toBe(`${dollars.reference}C`);
  });

  test('query throws ProviderUnreachable for an unreadable amount', async () => {
    const amount = { currency_code: 'USD', value: '5.055' };
    const { provider } = await wallet(() => ({ body: order('COMPLETED', [{ ...capture, amount }]) }));
    await expect(provider.query(session)).rejects.toBeInstanceOf(ProviderUnreachable);
  });

  test.each([
    ['INSTRUMENT_DECLINED', 'APPROVED', 'declined'],
    ['ORDER_ALREADY_CAPTURED', 'COMPLETED', 'paid'],
    ['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED', 'open'],
  ])('capture that returns %s while the order is %s has the outcome %s', async (name, status, outcome) => {
    const { provider } = await wallet(({ method }) =>
      method === 'POST'
        ? issue(name)
        : { body: order(status, status === 'COMPLETED' ? [capture] : undefined) },
    );
    expect(await provider.capture?.(session, 'CAPTURE')).toMatchObject({ outcome });
  });

  test('capture throws ProviderUnreachable while another capture is in progress', async () => {
    const { provider } = await wallet(() => ({ status: 409, body: { name: 'RESOURCE_CONFLICT' } }));
    await expect(provider.capture?.(session, 'CAPTURE')).rejects.toBeInstanceOf(ProviderUnreachable);
  });
});

describe('PayPal refunds', () => {
  test.each([
    ['COMPLETED', 'succeeded'],
    ['PENDING', 'accepted'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'failed'],
    ['SOMETHING_NEW', 'unknown'],
  ])('refund maps the status %s to %s', async (status, outcome) => {
    const { provider, requests } = await wallet(() => ({ status: 201, body: { id: 'R1', status } }));
    expect(await provider.refund?.(refunding)).toEqual({ outcome, id: 'R1', code: status });
    expect(requests.at(-1)?.headers['paypal-request-id']).toBe(refunding.key);
  });

  test('refund throws ProviderRefused above the remaining amount', async () => {
    const { provider } = await wallet(() => issue('REFUND_AMOUNT_EXCEEDED'));
    await expect(provider.refund?.(refunding)).rejects.toMatchObject({ code: 'REFUND_AMOUNT_EXCEEDED' });
  });

  test('queryRefund finds a refund without an id in its order, by its key', async () => {
    const refunds = [{ id: 'R1', status: 'COMPLETED', invoice_id: refunding.key }];
    const { provider } = await wallet(() => ({ body: order('COMPLETED', [capture], refunds) }));
    const evidence = await provider.queryRefund?.({ ...refunding, id: undefined });
    expect(evidence).toMatchObject({ outcome: 'succeeded', id: 'R1' });
    const missing = await provider.queryRefund?.({ ...refunding, key: 'REFUND0000000002', id: undefined });
    expect(missing).toMatchObject({ outcome: 'not_found' });
  });
});

describe('PayPal web-hooks', () => {
  const event = `{"id":"WH-1", "event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"${capture.id}","status":"COMPLETED","custom_id":"REFERENCE00001","amount":{"value":"5.050"},"supplementary_data":{"related_ids":{"order_id":"${session.id}"}}}}`;
  const hook = (changes: Record<string, string | undefined> = {}, body = event): RawHook => ({
    headers: {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
      'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
      'paypal-transmission-sig': 'lmI95Jx3Y9nhR5SJWlHVIWpg4AgFk7n9bCHSRxbrd8A9zrhdu2rMyFrmz',
      'paypal-transmission-time': '2026-11-21T03:59:00Z',
      ...changes,
    },
    url: '/api/payments/wallet/web-hook',
    body: Buffer.from(body),
  });

  const proofOf = async (read: ReadHook) => read.ok && (await read.prove?.());

  test('readWebHook accepts a web-hook that PayPal verifies with its exact text', async () => {
    const { provider, requests } = await wallet(() => ({ body: { verification_status: 'SUCCESS' } }));
    const read = await provider.readWebHook(hook());
    expect(read).toMatchObject({
      ok: true,
      dedupeKey: 'WH-1',
      session: { id: session.id, reference: 'REFERENCE00001' },
      claims: 'PAYMENT.CAPTURE.COMPLETED COMPLETED',
    });
    expect([requests.length, await proofOf(read)]).toEqual([0, true]);
    const { body } = requests.at(-1)!;
    expect(body).toContain(event);
    expect(JSON.parse(body)).toMatchObject({ webhook_id: 'WH1', auth_algo: 'SHA256withRSA' });
  });

  test('readWebHook reads the order from a web-hook about an approval', async () => {
    const { provider } = await wallet(() => ({ body: { verification_status: 'SUCCESS' } }));
    const approved = { id: 'WH-2', event_type: 'CHECKOUT.ORDER.APPROVED', resource: order('APPROVED') };
    expect(await provider.readWebHook(hook({}, JSON.stringify(approved)))).toMatchObject({
      session: { id: session.id, reference: 'REFERENCE00001' },
    });
  });

  test.each([
    ['a failed check', { body: { verification_status: 'FAILURE' } }],
    ['a check that PayPal rejects as invalid', { status: 400, body: { name: 'VALIDATION_ERROR' } }],
  ])('readWebHook rejects a web-hook after %s', async (_, response) => {
    const { provider } = await wallet(() => response);
    expect(await proofOf(await provider.readWebHook(hook()))).toBe(false);
  });

  test('readWebHook throws ProviderUnreachable when PayPal is down', async () => {
    const { provider } = await wallet(() => ({ status: 503, body: '' }));
    await expect(proofOf(await provider.readWebHook(hook()))).rejects.toBeInstanceOf(ProviderUnreachable);
  });

  test.each([
    ['without a signature', hook({ 'paypal-transmission-sig': undefined }), 'bad_signature'],
    ['from four days ago', hook({ 'paypal-transmission-time': '2026-11-17T03:59:00Z' }), 'stale'],
    ['without a time', hook({ 'paypal-transmission-time': 'now' }), 'malformed'],
    ['that are not JSON', hook({}, 'id=WH-1'), 'malformed'],
    ['that are too large', hook({}, `${event.slice(0, -1)},"more":"${'x'.repeat(300_000)}"}`), 'malformed'],
  ])('web-hooks %s are rejected without a request', async (_, raw, reason) => {
    const { provider, requests } = await wallet(() => undefined);
    expect(await provider.readWebHook(raw)).toEqual({ ok: false, reason });
    expect(requests).toEqual([]);
  });
});

describe('The transaction report of PayPal', () => {
  const transactionRow = (transaction_info: object) => ({ transaction_info });
  const paid = {
    transaction_id: capture.id,
    transaction_event_code: 'T0006',
    transaction_initiation_date: '2026-11-21T03:00:00+0000',
    transaction_amount: { currency_code: 'USD', value: '5.05' },
    transaction_status: 'S',
    custom_field: 'REFERENCE00001',
  };
  const back = {
    ...paid,
    transaction_id: 'R1',
    transaction_event_code: 'T1107',
    transaction_amount: { currency_code: 'USD', value: '-2.00' },
  };

  test('list returns payments and refunds, and nothing else', async () => {
    const fee = { ...paid, transaction_event_code: 'T0106' };
    const withdrawn = { ...paid, transaction_event_code: 'T0403' };
    const pages = [
      [transactionRow(paid), transactionRow({ ...paid, transaction_status: 'P' }), transactionRow(withdrawn)],
      [transactionRow(back), transactionRow(fee)],
    ];
    const { provider } = await wallet(({ url }) => ({
      body: {
        transaction_details: pages[Number(new URL(url, 'http://x').searchParams.get('page')) - 1],
        total_pages: 2,
      },
    }));
    const at = new Date('2026-11-21T03:00:00Z');
    const reference = 'REFERENCE00001';
    expect(await provider.list?.(new Date(0), at)).toEqual([
      { kind: 'payment', transactionId: capture.id, charge: { cents: 505, currency: 'USD' }, at, reference },
      { kind: 'refund', transactionId: 'R1', charge: { cents: 200, currency: 'USD' }, at, reference },
    ]);
  });

  test('list throws ProviderUnreachable instead of returning a partial list', async () => {
    const { provider } = await wallet(() => ({
      body: { transaction_details: [transactionRow({})], total_pages: 1 },
    }));
    await expect(provider.list?.(new Date(0), new Date())).rejects.toBeInstanceOf(ProviderUnreachable);
  });
});
