import { afterEach, describe, expect, test } from 'vitest';
import { type Answer, type Asked, openStandIn } from '../../testing/stand-in.ts';
import { payable, personal } from '../testing/payable.ts';
import { ProviderRefused, ProviderUnreachable, type RawHook } from './provider.ts';
import { walletProvider } from './wallet.ts';

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
const issue = (name: string): Answer => ({
  status: 422,
  body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: name }] },
});

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

/** A wallet whose tokens are `token-1`, `token-2` and so on. */
async function wallet(answer: (asked: Asked) => Answer | undefined, token?: () => Answer) {
  let tokens = 0;
  let now = new Date('2026-11-21T04:00:00Z');
  const standIn = await openStandIn((asked) => {
    if (asked.url !== '/v1/oauth2/token') return answer(asked);
    return token?.() ?? { body: { access_token: `token-${++tokens}`, expires_in: 32_400 } };
  });
  close = standIn.close;
  const settings = { clientId: 'an-id', secret: 'a-secret', webHookId: 'WH1', mode: 'test' as const };
  return {
    asked: standIn.asked,
    url: standIn.url,
    provider: walletProvider({ url: standIn.url, ...settings }, () => now),
    tokens: () => standIn.asked.filter(({ url }) => url === '/v1/oauth2/token').length,
    pass: (ms: number) => (now = new Date(now.getTime() + ms)),
  };
}

describe('The token of the wallet', () => {
  test('is fetched once for all who wait, and again shortly before it ends', async () => {
    const { provider, tokens, pass } = await wallet(() => ({ body: order('APPROVED') }));
    await Promise.all([1, 2, 3].map(() => provider.query(session)));
    await provider.query(session);
    expect(tokens()).toBe(1);
    pass(32_400_000 - 30_000);
    await provider.query(session);
    expect(tokens()).toBe(2);
  });

  test('is replaced once when it is refused', async () => {
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
    ['on a page', { body: '<html></html>' }],
    ['behind a failure', { status: 503, body: '' }],
  ])('is never kept when it is %s', async (_, bad) => {
    const answers: Answer[] = [bad, { body: { access_token: 'good', expires_in: 32_400 } }];
    const { provider } = await wallet(
      ({ headers }) =>
        headers.authorization === 'Bearer good' ? { body: order('APPROVED') } : { status: 401, body: {} },
      () => answers.shift()!,
    );
    await expect(provider.query(session)).rejects.toBeInstanceOf(ProviderUnreachable);
    expect(await provider.query(session)).toMatchObject({ outcome: 'approved' });
  });

  test('that is not given for wrong keys makes no order, and no payment unpaid', async () => {
    const { provider } = await wallet(
      () => ({ body: order('APPROVED') }),
      () => ({ status: 401, body: { error: 'invalid_client' } }),
    );
    await expect(provider.create(dollars)).rejects.toBeInstanceOf(ProviderRefused);
    await expect(provider.query(session)).rejects.toBeInstanceOf(ProviderUnreachable);
    await expect(provider.refund?.(refunding)).rejects.toBeInstanceOf(ProviderUnreachable);
  });
});

describe('An order of the wallet', () => {
  test('is made once under our reference, and leads the shopper to PayPal alone', async () => {
    let href = 'https://www.paypal.com/checkoutnow?token=5O190127TN364715T';
    const { provider, asked } = await wallet(() => ({
      body: { ...order('PAYER_ACTION_REQUIRED'), links: [{ rel: 'self' }, { rel: 'payer-action', href }] },
    }));
    expect(await provider.create(dollars)).toEqual({ kind: 'redirect', id: session.id, url: href });
    const { headers, body } = asked.at(-1)!;
    expect(headers['paypal-request-id']).toBe(dollars.reference);
    expect(JSON.parse(body).purchase_units[0].amount).toEqual({ currency_code: 'USD', value: '5.05' });
    expect(body.replaceAll('shop.example', '')).not.toMatch(personal);
    href = 'javascript:alert(1)';
    await expect(provider.create(dollars)).rejects.toBeInstanceOf(ProviderUnreachable);
  });

  test('is refused in a currency PayPal does not take', async () => {
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
  ])('%s with captures %j is %s', async (status, captures, outcome) => {
    const { provider } = await wallet(() => ({ body: order(status, captures) }));
    const evidence = await provider.query(session);
    expect(evidence.outcome).toBe(outcome);
    expect(evidence.paid).toHaveLength(outcome === 'paid' ? 1 : 0);
  });

  test('that was paid says by what, how much and for which reference', async () => {
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

  test('is taken under another key than it was made with', async () => {
    const { provider, asked } = await wallet(() => ({ body: order('COMPLETED', [capture]) }));
    expect(await provider.capture?.(session, dollars.reference)).toMatchObject({ outcome: 'paid' });
    expect(asked.at(-1)?.headers['paypal-request-id']).toBe(`${dollars.reference}C`);
  });

  test('whose amount cannot be read is not told', async () => {
    const amount = { currency_code: 'USD', value: '5.055' };
    const { provider } = await wallet(() => ({ body: order('COMPLETED', [{ ...capture, amount }]) }));
    await expect(provider.query(session)).rejects.toBeInstanceOf(ProviderUnreachable);
  });

  test.each([
    ['INSTRUMENT_DECLINED', 'APPROVED', 'declined'],
    ['ORDER_ALREADY_CAPTURED', 'COMPLETED', 'paid'],
    ['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED', 'open'],
  ])('whose capture answers %s while it is %s is %s', async (name, status, outcome) => {
    const { provider } = await wallet(({ method }) =>
      method === 'POST'
        ? issue(name)
        : { body: order(status, status === 'COMPLETED' ? [capture] : undefined) },
    );
    expect(await provider.capture?.(session, 'CAPTURE')).toMatchObject({ outcome });
  });

  test('whose capture is under way already is asked for later', async () => {
    const { provider } = await wallet(() => ({ status: 409, body: { name: 'RESOURCE_CONFLICT' } }));
    await expect(provider.capture?.(session, 'CAPTURE')).rejects.toBeInstanceOf(ProviderUnreachable);
  });
});

describe('Refunds from the wallet', () => {
  test.each([
    ['COMPLETED', 'succeeded'],
    ['PENDING', 'accepted'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'failed'],
    ['SOMETHING_NEW', 'unknown'],
  ])('%s is %s', async (status, outcome) => {
    const { provider, asked } = await wallet(() => ({ status: 201, body: { id: 'R1', status } }));
    expect(await provider.refund?.(refunding)).toEqual({ outcome, id: 'R1', code: status });
    expect(asked.at(-1)?.headers['paypal-request-id']).toBe(refunding.key);
  });

  test('above what is left are refused', async () => {
    const { provider } = await wallet(() => issue('REFUND_AMOUNT_EXCEEDED'));
    await expect(provider.refund?.(refunding)).rejects.toMatchObject({ code: 'REFUND_AMOUNT_EXCEEDED' });
  });

  test('that were never answered are found at their order, by their key', async () => {
    const refunds = [{ id: 'R1', status: 'COMPLETED', invoice_id: refunding.key }];
    const { provider } = await wallet(() => ({ body: order('COMPLETED', [capture], refunds) }));
    const found = await provider.queryRefund?.({ ...refunding, id: undefined });
    expect(found).toMatchObject({ outcome: 'succeeded', id: 'R1' });
    const other = await provider.queryRefund?.({ ...refunding, key: 'REFUND0000000002', id: undefined });
    expect(other).toMatchObject({ outcome: 'not_found' });
  });
});

describe('Web-hooks of the wallet', () => {
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

  test('are PayPal’s when PayPal says so, asked with every letter of them', async () => {
    const { provider, asked } = await wallet(() => ({ body: { verification_status: 'SUCCESS' } }));
    expect(await provider.readWebHook(hook())).toEqual({
      ok: true,
      dedupeKey: 'WH-1',
      session: { id: session.id, reference: 'REFERENCE00001' },
      claims: 'PAYMENT.CAPTURE.COMPLETED COMPLETED',
    });
    const { body } = asked.at(-1)!;
    expect(body).toContain(event);
    expect(JSON.parse(body)).toMatchObject({ webhook_id: 'WH1', auth_algo: 'SHA256withRSA' });
  });

  test('of an agreement name their order', async () => {
    const { provider } = await wallet(() => ({ body: { verification_status: 'SUCCESS' } }));
    const approved = { id: 'WH-2', event_type: 'CHECKOUT.ORDER.APPROVED', resource: order('APPROVED') };
    expect(await provider.readWebHook(hook({}, JSON.stringify(approved)))).toMatchObject({
      session: { id: session.id, reference: 'REFERENCE00001' },
    });
  });

  test.each([
    ['a failed check', { body: { verification_status: 'FAILURE' } }],
    ['a check PayPal does not understand', { status: 400, body: { name: 'VALIDATION_ERROR' } }],
  ])('are refused after %s', async (_, answer) => {
    const { provider } = await wallet(() => answer);
    expect(await provider.readWebHook(hook())).toEqual({ ok: false, reason: 'bad_signature' });
  });

  test('wait when PayPal cannot be asked', async () => {
    const { provider } = await wallet(() => ({ status: 503, body: '' }));
    await expect(provider.readWebHook(hook())).rejects.toBeInstanceOf(ProviderUnreachable);
  });

  test.each([
    ['without a signature', hook({ 'paypal-transmission-sig': undefined }), 'bad_signature'],
    ['from four days ago', hook({ 'paypal-transmission-time': '2026-11-17T03:59:00Z' }), 'stale'],
    ['without a time', hook({ 'paypal-transmission-time': 'now' }), 'malformed'],
    ['that are no JSON', hook({}, 'id=WH-1'), 'malformed'],
    ['that are too large', hook({}, `${event.slice(0, -1)},"more":"${'x'.repeat(300_000)}"}`), 'malformed'],
  ])('%s are refused without asking', async (_, raw, reason) => {
    const { provider, asked } = await wallet(() => undefined);
    expect(await provider.readWebHook(raw)).toEqual({ ok: false, reason });
    expect(asked).toEqual([]);
  });
});

describe('The books of the wallet', () => {
  const line = (transaction_info: object) => ({ transaction_info });
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

  test('hold payments and refunds, and nothing else', async () => {
    const fee = { ...paid, transaction_event_code: 'T0106' };
    const withdrawn = { ...paid, transaction_event_code: 'T0403' };
    const pages = [
      [line(paid), line({ ...paid, transaction_status: 'P' }), line(withdrawn)],
      [line(back), line(fee)],
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

  test('are not told in part', async () => {
    const { provider } = await wallet(() => ({ body: { transaction_details: [line({})], total_pages: 1 } }));
    await expect(provider.list?.(new Date(0), new Date())).rejects.toBeInstanceOf(ProviderUnreachable);
  });
});
