import { openStubServer, type StubRequest, type StubResponse } from '@fynbos/test-kit/network/stub-server.ts';
import { payable, personal } from '@fynbos/test-kit/payments/payable-order.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { ProviderRefused, ProviderUnreachable, type Refunding } from '../payment-provider.ts';
import { payflex } from './payflex.ts';

/**
 * The wire format is that of the vendor's own plugin, PayFlexSA/payflex-woocommerce-plugin, and of its
 * tests (AuthenticationTest, ProcessPaymentTest, RefundTest), which also document its errors.
 */
const token = { access_token: 'shiny-new-token', expires_in: 86_400, token_type: 'Bearer' };
const made = {
  orderId: 'PF-ORDER-1',
  token: 'PF-TOKEN-1',
  expiryDateTime: '2026-11-21T04:00:00Z',
  redirectUrl: 'https://checkout.payflex.co.za/pay/PF-TOKEN-1',
};
const approved = {
  orderId: 'PF-ORDER-1',
  orderStatus: 'Approved',
  amount: '299.99',
  merchantReference: 'REFERENCE00001',
  token: 'PF-TOKEN-1',
};
const session = { id: 'PF-ORDER-1', reference: 'REFERENCE00001' };
const refunding: Refunding = {
  key: 'REFUND0000000001',
  session,
  transactionId: 'PF-ORDER-1',
  charge: { cents: 10_000, currency: 'ZAR' },
  reason: 'asked for',
};
const isForToken = ({ url }: StubRequest) => url === '/payflex-auth/auth/merchant';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function openPayflex(
  respond: (request: StubRequest) => StubResponse | undefined,
  forToken: typeof respond = () => ({ body: token }),
) {
  const stubServer = await openStubServer((request) =>
    isForToken(request) ? forToken(request) : respond(request),
  );
  close = stubServer.close;
  const clock = { now: new Date('2026-11-21T03:00:00Z') };
  const settings = {
    url: `${stubServer.url}/payflex`,
    authUrl: `${stubServer.url}/payflex-auth`,
    clientId: 'a-client',
    clientSecret: 'super-secret-value',
    audience: 'https://auth-dev.payflex.co.za',
    mode: 'test' as const,
  };
  const tokenRequests = () => stubServer.receivedRequests.filter(isForToken).length;
  return {
    requests: stubServer.receivedRequests,
    clock,
    tokenRequests,
    provider: payflex.create(settings, () => clock.now),
  };
}

const saying = (body: unknown, status = 200) => openPayflex(() => ({ status, body }));

describe('Payflex payments', () => {
  test('create sends the order in Payflex’s format, with amounts as text and complete addresses', async () => {
    const { provider, requests } = await saying(made, 201);
    expect(await provider.create(payable())).toEqual({
      kind: 'redirect',
      id: 'PF-ORDER-1',
      url: made.redirectUrl,
    });
    const [login, create] = requests;
    expect(JSON.parse(login!.body)).toEqual({
      client_id: 'a-client',
      client_secret: 'super-secret-value',
      audience: 'https://auth-dev.payflex.co.za',
      grant_type: 'client_credentials',
    });
    expect(create).toMatchObject({ method: 'POST', url: '/payflex/order/productSelect' });
    expect(create!.headers.authorization).toBe('Bearer shiny-new-token');
    expect(JSON.parse(create!.body)).toMatchObject({
      amount: '299.99',
      consumer: { phoneNumber: '0821234567', givenNames: 'Thandi', email: 'thandi@example.com' },
      billing: { addressLine1: '1 Protea Road', suburb: 'Claremont', postcode: '7708' },
      items: [
        { name: '3 × Rolled oats 1 kg', sku: 'OATS-1', quantity: 1, price: '200.00' },
        { name: 'Almonds 500 g', sku: 'ALM-5', quantity: 1, price: '99.99' },
      ],
      merchant: {
        redirectConfirmUrl: 'https://shop.example/order/status?ref=REFERENCE00001',
        redirectCancelUrl: 'https://shop.example/order/status?ref=REFERENCE00001&hint=cancelled',
      },
      merchantReference: 'REFERENCE00001',
      taxAmount: '0.00',
      shippingAmount: '0.00',
    });
  });

  test.each([
    ['an incomplete return URL', { errorCode: 'CRM006', message: 'thandi@example.com' }, 'CRM006'],
    ['an amount outside its limits', { errorCode: 'MPT001' }, 'MPT001'],
    ['an error code with personal data', { errorCode: 'thandi@example.com, 1 Protea Road' }, '400'],
  ])(
    'create throws ProviderRefused with the provider’s code and no personal data for %s',
    async (_, body, code) => {
      const { provider } = await saying(body, 400);
      const refusal = await provider.create(payable()).catch((error) => error);
      expect(refusal).toBeInstanceOf(ProviderRefused);
      expect(refusal.code).toBe(code);
      expect(String(refusal)).not.toMatch(personal);
    },
  );

  test('create refuses a currency other than rand without a request', async () => {
    const { provider, requests } = await saying(made, 201);
    const order = payable({ charge: { cents: 29_999, currency: 'USD' } });
    await expect(provider.create(order)).rejects.toThrow(ProviderRefused);
    expect(requests).toEqual([]);
  });

  test.each([
    ['a page', '<html>Maintenance</html>'],
    ['no order', { redirectUrl: made.redirectUrl }],
    ['no address', { orderId: 'PF-ORDER-1' }],
    ['a script instead of a URL', { ...made, redirectUrl: 'javascript:alert(1)' }],
    ['a URL without TLS', { ...made, redirectUrl: 'http://elsewhere.example/pay' }],
    ['nothing', null],
  ])('create throws ProviderUnreachable when the response is %s', async (_, body) => {
    const { provider } = await saying(body);
    await expect(provider.create(payable())).rejects.toThrow(ProviderUnreachable);
  });

  test.each([
    ['Created', 'open'],
    ['Initiated', 'open'],
    ['Approved', 'paid'],
    ['Declined', 'declined'],
    ['Abandoned', 'expired'],
    ['Cancelled', 'cancelled'],
    ['approved', 'unknown'],
    ['constructor', 'unknown'],
    ['Refunded', 'unknown'],
  ] as const)('query maps the order status %s to %s', async (orderStatus, outcome) => {
    const { provider } = await saying({ ...approved, orderStatus });
    const paid = [{ transactionId: 'PF-ORDER-1', charge: { cents: 29_999, currency: 'ZAR' } }];
    expect(await provider.query(session)).toEqual({
      outcome,
      id: 'PF-ORDER-1',
      reference: 'REFERENCE00001',
      paid: outcome === 'paid' ? paid : [],
      mode: 'test',
      code: orderStatus,
    });
  });

  test('query accepts amounts as text or number and reports the amount and reference of the response', async () => {
    const { provider } = await saying({ ...approved, amount: 25.01, merchantReference: 'SOMEBODYELSES1' });
    expect(await provider.query(session)).toMatchObject({
      outcome: 'paid',
      reference: 'SOMEBODYELSES1',
      paid: [{ charge: { cents: 2501 } }],
    });
  });

  test.each([
    ['a page', '<html>Approved</html>', 200],
    ['a missing page', '<html>Not found</html>', 404],
    ['truncated JSON', '{"orderStatus":"Approved"', 200],
    ['no amount', { ...approved, amount: undefined }, 200],
    ['an amount finer than cents', { ...approved, amount: 299.999 }, 200],
    ['a negative amount', { ...approved, amount: '-299.99' }, 200],
    ['an amount that is a list', { ...approved, amount: ['299.99'] }, 200],
    ['no status', { ...approved, orderStatus: undefined }, 200],
    ['no reference', { ...approved, merchantReference: null }, 200],
    ['a list', [approved], 200],
    ['a redirect', approved, 302],
    ['refused keys', { message: 'Unauthorized' }, 401],
    ['a server error', { message: 'Boom' }, 500],
  ])('query throws ProviderUnreachable when the response is %s', async (_, body, status) => {
    const { provider } = await saying(body, status);
    await expect(provider.query(session)).rejects.toThrow(ProviderUnreachable);
  });

  test('query returns not_found for an unknown order and for a session without an id', async () => {
    const { provider, requests } = await saying({ message: 'Not found' }, 404);
    expect(await provider.query(session)).toMatchObject({ outcome: 'not_found', paid: [] });
    const known = requests.length;
    expect(await provider.query({ ...session, id: undefined })).toMatchObject({ outcome: 'not_found' });
    expect(requests).toHaveLength(known);
  });

  test('concurrent queries of several orders never mix up their statuses', async () => {
    const { provider } = await openPayflex(({ url }) => {
      const orderId = url.split('/').at(-1)!;
      const odd = Number(orderId.slice(-1)) % 2;
      return {
        body: {
          ...approved,
          orderId,
          orderStatus: odd ? 'Approved' : 'Declined',
          merchantReference: orderId,
        },
      };
    });
    const ids = ['PF-1', 'PF-2', 'PF-3', 'PF-4'];
    const results = await Promise.all(ids.map((id) => provider.query({ id, reference: id })));
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['PF-1', 'paid'],
      ['PF-2', 'declined'],
      ['PF-3', 'paid'],
      ['PF-4', 'declined'],
    ]);
  });

  test('query escapes the order id in the URL', async () => {
    const { provider, requests } = await saying(approved);
    await provider.query({ id: '../configuration?x=1', reference: 'REFERENCE00001' });
    expect(requests.at(-1)!.url).toBe('/payflex/order/..%2Fconfiguration%3Fx%3D1');
  });

  test('readWebHook rejects every web-hook, since Payflex sends none', async () => {
    const { provider, requests } = await saying(approved);
    const hook = { headers: {}, url: 'https://shop.example/hooks/provider', body: Buffer.from('{}') };
    expect(await provider.readWebHook(hook)).toEqual({ ok: false, reason: 'malformed' });
    expect(requests).toEqual([]);
  });
});

describe('The access token of Payflex', () => {
  test('the token is requested once for concurrent callers, and renewed two minutes before it expires', async () => {
    const { provider, clock, tokenRequests } = await saying(approved);
    await Promise.all([1, 2, 3].map(() => provider.query(session)));
    expect(tokenRequests()).toBe(1);
    clock.now = new Date(clock.now.getTime() + (86_400 - 121) * 1000);
    await provider.query(session);
    expect(tokenRequests()).toBe(1);
    clock.now = new Date(clock.now.getTime() + 1000);
    await provider.query(session);
    expect(tokenRequests()).toBe(2);
  });

  test.each([
    ['a failure', { status: 500, body: { message: 'Internal Server Error' } }],
    ['an empty token', { body: { access_token: '', expires_in: 86_400 } }],
    ['none', { body: {} }],
    ['a page', { body: '<html></html>' }],
    ['a lost connection', undefined],
  ] as const)(
    'a token response with %s is not cached, and the next query requests a new token',
    async (_, first) => {
      let times = 0;
      const { provider, requests, tokenRequests } = await openPayflex(
        () => ({ body: approved }),
        () => (times++ === 0 ? first : { body: token }),
      );
      await expect(provider.query(session)).rejects.toThrow(ProviderUnreachable);
      expect(requests.filter((request) => !isForToken(request))).toEqual([]);
      expect(await provider.query(session)).toMatchObject({ outcome: 'paid' });
      expect(tokenRequests()).toBe(2);
    },
  );

  test('a rejected token is replaced, and the query is retried', async () => {
    let current = 'first';
    const { provider } = await openPayflex(
      ({ headers }) =>
        headers.authorization === `Bearer ${current}` ? { body: approved } : { status: 401, body: {} },
      () => ({ body: { ...token, access_token: current } }),
    );
    await provider.query(session);
    current = 'second';
    expect(await provider.query(session)).toMatchObject({ outcome: 'paid' });
  });

  test('rejected keys refuse a new payment, leave a query unanswered and never appear in an error', async () => {
    const refused = () => ({ status: 401, body: { error: 'access_denied', secret: 'super-secret-value' } });
    const { provider } = await openPayflex(() => ({ body: approved }), refused);
    const errors = await Promise.all(
      [provider.create(payable()), provider.query(session)].map((call) => call.catch((error) => error)),
    );
    expect(errors[0]).toBeInstanceOf(ProviderRefused);
    expect(errors[1]).toBeInstanceOf(ProviderUnreachable);
    expect(errors.join()).not.toContain('super-secret-value');
  });
});

describe('Payflex refunds', () => {
  const done = { refundId: 'RF-1', requestId: refunding.key, amount: '100.00', orderId: 'PF-ORDER-1' };

  test('refund sends our key as requestId, so that a repeated refund happens once', async () => {
    const { provider, requests } = await saying(done, 201);
    const results = [await provider.refund!(refunding), await provider.refund!(refunding)];
    expect(results).toEqual([1, 2].map(() => ({ outcome: 'succeeded', id: 'RF-1', code: '201' })));
    const sent = requests
      .filter(({ url }) => url === '/payflex/order/PF-ORDER-1/refund')
      .map(({ body }) => JSON.parse(body));
    expect(sent).toEqual(
      [1, 2].map(() => ({
        requestId: 'REFUND0000000001',
        amount: '100.00',
        merchantRefundReference: 'REFUND0000000001',
      })),
    );
  });

  test.each(['MRM003', 'MRM007'])(
    'refund throws ProviderRefused for %s, and nothing moves',
    async (errorCode) => {
      const { provider } = await saying({ errorCode, message: 'Refunds are not enabled.' }, 400);
      await expect(provider.refund!(refunding)).rejects.toMatchObject({ code: errorCode });
    },
  );

  test('refund throws ProviderRefused for an order that Payflex does not know', async () => {
    const { provider } = await saying({ errorCode: 'MRM404' }, 404);
    await expect(provider.refund!(refunding)).rejects.toThrow(ProviderRefused);
  });

  test('refund returns unknown for a refusal that an earlier attempt may have caused', async () => {
    const { provider } = await saying({ errorCode: 'MRM999' }, 400);
    expect(await provider.refund!(refunding)).toEqual({ outcome: 'unknown', id: undefined, code: 'MRM999' });
  });

  test('refund throws ProviderUnreachable when the keys are rejected', async () => {
    const { provider } = await openPayflex(
      () => ({ body: done }),
      () => ({ status: 401, body: {} }),
    );
    await expect(provider.refund!(refunding)).rejects.toThrow(ProviderUnreachable);
  });

  test('refund returns unknown when the response is about another refund', async () => {
    const { provider } = await saying({ ...done, amount: '1.00' }, 201);
    expect(await provider.refund!(refunding)).toMatchObject({ outcome: 'unknown' });
  });

  test('refund throws ProviderUnreachable for a lost connection and for an HTML page', async () => {
    const lost = await openPayflex(() => undefined);
    await expect(lost.provider.refund!(refunding)).rejects.toThrow(ProviderUnreachable);
    await close?.();
    const page = await saying('<html>201</html>', 201);
    await expect(page.provider.refund!(refunding)).rejects.toThrow(ProviderUnreachable);
  });
});

describe('Payflex limits', () => {
  test('limits returns the provider’s limits in cents and caches them for five minutes', async () => {
    const { provider, requests, clock } = await saying({ minimumAmount: 50.0, maximumAmount: 20_000.0 });
    const times = () => requests.filter(({ url }) => url === '/payflex/configuration').length;
    expect(await provider.limits!()).toEqual({ min: 5000, max: 2_000_000 });
    await provider.limits!();
    expect(times()).toBe(1);
    clock.now = new Date(clock.now.getTime() + 5 * 60_000);
    await provider.limits!();
    expect(times()).toBe(2);
  });

  test.each([
    ['only one limit', { minimumAmount: 50, maximumAmount: null }, { min: 5000 }],
    ['numbers as text', { minimumAmount: '50.00', maximumAmount: '200' }, { min: 5000, max: 20_000 }],
  ])('limits accepts %s', async (_, body, limits) => {
    const { provider } = await saying(body);
    expect(await provider.limits!()).toEqual(limits);
  });

  test.each([
    ['a page', '<html></html>'],
    ['none', {}],
    ['words', { minimumAmount: 'fifty', maximumAmount: 200 }],
  ])('limits throws ProviderUnreachable when the response is %s', async (_, body) => {
    const { provider } = await saying(body);
    await expect(provider.limits!()).rejects.toThrow(ProviderUnreachable);
  });
});
