import type { Charge } from '@fynbos/core/payments/payment-attempt.ts';
import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { simulators } from '@fynbos/sandbox/payments/simulators.ts';
import { payable, personal } from '@fynbos/test-kit/payments/payable-order.ts';
import {
  type Act,
  openPayments,
  type Payments,
  providersAt,
  secrets,
} from '@fynbos/test-kit/payments/payment-sandbox.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Evidence,
  type PaymentProvider,
  ProviderRefused,
  type ProviderSession,
  ProviderUnreachable,
  type ReadHook,
  type Refunding,
} from './providers/payment-provider.ts';
import { providerList } from './providers/provider-list.ts';

/** Tests every adapter for the contract of `payment-provider.ts` against the sandbox. */
const table = providerList.map(({ code, traits }) => ({
  code,
  charge: { cents: 9205, currency: traits.currencies[0]! },
}));

/** Scenarios that only some providers have. */
const odd: Partial<Record<ProviderCode, readonly Act[]>> = {
  card: ['other_currency', 'review'],
  'local-a': ['other_currency', 'pay_twice'],
  'local-b': ['pay_twice'],
  wallet: ['other_currency'],
};

/** Defects that the provider's web-hooks reveal, in addition to a wrong merchant. */
const revealed: Partial<Record<ProviderCode, readonly ('stale' | 'wrong_mode')[]>> = {
  card: ['stale', 'wrong_mode'],
  'local-a': ['wrong_mode'],
  wallet: ['stale'],
};

/** Providers that need an access token for every request. */
const lendsTokens: readonly ProviderCode[] = ['instalments', 'wallet'];

const brokenResponses = ['before', 'after', '500', '502', '429', 'malformed', 'html'];

let payments: Payments;
const orderOf = (code: ProviderCode, reference: string, charge: Charge) =>
  payable({ reference, charge, webHookUrl: payments.hookUrl(code) });
let count = 0;
/** Our references: 14 letters and digits for a payment, 16 for a refund. */
const newReference = () => `T${String(++count).padStart(13, '0')}`;
const newKey = () => `R${String(++count).padStart(15, '0')}`;

beforeAll(async () => {
  payments = await openPayments();
});
// The stub sends web-hooks only when a test triggers them, and throttles only where a test enables it.
/** The result of a web-hook after the provider was asked about its signature, where only it can tell. */
async function proven(read: ReadHook): Promise<ReadHook> {
  const isGenuine = !read.ok || !read.prove || (await read.prove());
  return isGenuine ? read : { ok: false, reason: 'bad_signature' };
}

beforeEach(() => payments.scenario({ hooks: { mode: 'none' }, lagMs: 0, refunds: 'sync', throttle: false }));
afterAll(() => payments.close());

test('the lists of providers and of simulators have every code', () => {
  expect(providerList.map(({ code }) => code)).toEqual(providerCodes);
  expect(simulators.map(({ code }) => code)).toEqual(providerCodes);
});

describe.each(table)('$code', ({ code, charge }) => {
  const oddActs = odd[code] ?? [];
  const shape: PaymentProvider = providersAt('http://127.0.0.1:9')[code];
  const provider = (): PaymentProvider => payments.providers[code];
  const failOn = (on: string, kind: string) =>
    payments.scenario({ provider: code, faults: [{ on, kind, times: 1 }] });

  /** Creates a payment and performs the actions of a shopper. */
  async function shopperDid(...acts: Act[]): Promise<ProviderSession> {
    const reference = newReference();
    const { id } = await provider().create(orderOf(code, reference, charge));
    for (const act of acts) await payments.act(code, { id, reference }, act);
    return { id, reference };
  }

  /** Queries as the shop does: captures a payment that the shopper approved. */
  async function settled(session: ProviderSession): Promise<Evidence> {
    const evidence = await provider().query(session);
    return evidence.outcome === 'approved' ? provider().capture!(session, session.reference) : evidence;
  }

  async function paid() {
    const session = await shopperDid('pay');
    const evidence = await settled(session);
    expect(evidence.outcome).toBe('paid');
    return { session, transactionId: evidence.paid[0]!.transactionId };
  }

  describe('A payment', () => {
    test('create returns a session and an address to send the shopper to', async () => {
      const { kind, id, url } = await provider().create(orderOf(code, newReference(), charge));
      expect(kind).toMatch(/^(redirect|widget)$/);
      expect(id).not.toBe('');
      expect(url.startsWith(`${payments.url}/`)).toBe(true);
    });

    test('query returns open until the shopper has paid', async () => {
      expect(await settled(await shopperDid())).toMatchObject({ outcome: 'open', paid: [] });
    });

    test('query returns not_found for a payment that was never created', async () => {
      const evidence = await provider().query({ id: undefined, reference: newReference() });
      expect(evidence).toMatchObject({ outcome: 'not_found', paid: [] });
    });

    test('query returns the exact amount, currency and reference of a paid payment', async () => {
      const session = await shopperDid('pay');
      const evidence = await settled(session);
      expect(evidence).toMatchObject({ outcome: 'paid', id: session.id, mode: 'test' });
      expect(evidence.reference ?? session.reference).toBe(session.reference);
      expect(evidence.paid.map((movement) => movement.charge)).toEqual([charge]);
      expect(await payments.ledger(session.reference)).toMatchObject([{ kind: 'payment', ...charge }]);
      expect(await provider().query(session)).toMatchObject({ outcome: 'paid', paid: evidence.paid });
    });

    if (shape.traits.findsByReference)
      test('query finds a paid payment by our reference alone', async () => {
        const { session, transactionId } = await paid();
        const evidence = await provider().query({ id: undefined, reference: session.reference });
        expect(evidence).toMatchObject({ outcome: 'paid', paid: [{ transactionId }] });
      });

    test('query still returns paid after the shopper’s session has expired', async () => {
      const { session } = await paid();
      await payments.pass(shape.traits.sessionMs + 60_000);
      expect(await provider().query(session)).toMatchObject({ outcome: 'paid' });
    });

    test('query works queriesPerMinute times a minute; a further request gets retryAfter', async () => {
      await payments.scenario({ provider: code, throttle: true });
      const session = await shopperDid();
      for (let queries = 0; queries < shape.traits.queriesPerMinute; queries++)
        expect(await provider().query(session)).toMatchObject({ outcome: 'open' });
      const more = await provider()
        .query(session)
        .catch((error: unknown) => error);
      if (more instanceof Error) expect(more).toMatchObject({ retryAfter: expect.any(Number) });
      await payments.pass(60_000);
      expect(await provider().query(session)).toMatchObject({ outcome: 'open' });
    });

    test('query does not return paid before the provider itself reports it', async () => {
      await payments.scenario({ provider: code, lagMs: 5000 });
      const session = await shopperDid('pay');
      const evidence = await settled(session);
      expect(['open', 'pending', 'pending_long']).toContain(evidence.outcome);
      await payments.pass(6000);
      expect(await settled(session)).toMatchObject({ outcome: 'paid' });
    });

    test.each([
      ['decline', 'declined'],
      // A provider that captures only knows that the shopper has not approved the payment yet.
      ['cancel', shape.capture ? 'open' : 'cancelled'],
      ['expire', 'expired'],
    ] as const)('query after %s returns %s, and no money moved', async (act, outcome) => {
      const session = await shopperDid(act);
      expect(await settled(session)).toMatchObject({ outcome, paid: [] });
      expect(await payments.ledger(session.reference)).toEqual([]);
    });

    const amounts: readonly Act[] = ['underpay', 'overpay', 'other_currency'];
    test.each(amounts.filter((act) => act !== 'other_currency' || oddActs.includes(act)))(
      'query after %s returns the amount and currency that were paid',
      async (act) => {
        const session = await shopperDid(act);
        const evidence = await settled(session);
        const [entry] = await payments.ledger(session.reference);
        const { cents, currency } = entry!;
        expect(evidence.paid.map((movement) => movement.charge)).toEqual([{ cents, currency }]);
        expect(evidence.paid[0]?.charge).not.toEqual(charge);
      },
    );

    if (oddActs.includes('review'))
      test('query returns paid_review for a paid payment that the provider still reviews', async () => {
        const evidence = await settled(await shopperDid('review'));
        expect(evidence).toMatchObject({ outcome: 'paid_review', paid: [{ charge }] });
      });

    if (oddActs.includes('pay_twice'))
      test('a payment that was paid twice shows two transactions, in the ledger at the latest', async () => {
        const from = new Date(payments.now().getTime() - 1000);
        const session = await shopperDid('pay_twice');
        const evidence = await settled(session);
        await payments.pass(2000);
        const booked = (await provider().list?.(from, payments.now())) ?? [];
        const entries = booked.filter(({ reference }) => reference === session.reference);
        expect(Math.max(evidence.paid.length, entries.length)).toBe(2);
        expect(await payments.ledger(session.reference)).toHaveLength(2);
      });
  });

  describe('A failing provider', () => {
    test.each(brokenResponses)(
      'query throws ProviderUnreachable when the provider responds with %s',
      async (kind) => {
        const { session } = await paid();
        await failOn('query', kind);
        await unreachable(provider().query(session), kind);
        expect(await provider().query(session)).toMatchObject({ outcome: 'paid' });
      },
    );

    test.each(brokenResponses)(
      'create throws ProviderUnreachable when the provider responds with %s',
      async (kind) => {
        const reference = newReference();
        await failOn('create', kind);
        await unreachable(provider().create(orderOf(code, reference, charge)), kind);
        const evidence = await provider().query({ id: undefined, reference });
        expect(['open', 'not_found']).toContain(evidence.outcome);
      },
    );

    if (lendsTokens.includes(code))
      test.each(brokenResponses)(
        'query throws when the token request responds with %s, and requests a new token next time',
        async (kind) => {
          const session = await shopperDid();
          // Longer than the lifetime of any token.
          await payments.pass(25 * 60 * 60_000);
          await failOn('token', kind);
          await unreachable(provider().query(session), kind);
          expect(await provider().query(session)).toMatchObject({ outcome: 'expired' });
        },
      );

    if (shape.capture)
      test.each(brokenResponses)(
        'capture moves the money once when the provider responds with %s',
        async (kind) => {
          const session = await shopperDid('pay');
          await failOn('capture', kind);
          await unreachable(provider().capture!(session, session.reference), kind);
          expect(await settled(session)).toMatchObject({ outcome: 'paid', paid: [{ charge }] });
          expect(await payments.ledger(session.reference)).toHaveLength(1);
        },
      );

    if (shape.list)
      test.each(brokenResponses)(
        'list throws ProviderUnreachable when the provider responds with %s',
        async (kind) => {
          await failOn('list', kind);
          await unreachable(provider().list!(new Date(0), payments.now()), kind);
        },
      );
  });

  if (shape.capture)
    describe('A capture', () => {
      test('capture happens once, for repeated requests and for any key', async () => {
        const session = await shopperDid('pay');
        const capture = (key: string) => provider().capture!(session, key);
        const first = await capture(session.reference);
        expect(await capture(session.reference)).toEqual(first);
        expect(await capture('another-key')).toMatchObject({ outcome: 'paid', paid: first.paid });
        expect(await payments.ledger(session.reference)).toHaveLength(1);
      });

      test('capture happens once for two concurrent requests', async () => {
        const session = await shopperDid('pay');
        const both = [1, 2].map(() => provider().capture!(session, session.reference));
        const results = await Promise.allSettled(both);
        expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
        expect(await payments.ledger(session.reference)).toHaveLength(1);
      });

      test('capture moves nothing before the shopper approves', async () => {
        const session = await shopperDid();
        const evidence = await provider().capture!(session, session.reference);
        expect(evidence).toMatchObject({ outcome: 'open', paid: [] });
        expect(await payments.ledger(session.reference)).toEqual([]);
      });
    });

  if (shape.traits.webHook === 'none')
    test('readWebHook rejects every web-hook of a provider without web-hooks', async () => {
      const hook = { headers: {}, url: '/', body: Buffer.from('{}') };
      expect(await provider().readWebHook(hook)).toMatchObject({ ok: false });
    });
  else
    describe('A web-hook', () => {
      async function sent(session: ProviderSession, kind: string) {
        await payments.sendHook(code, session.reference, kind);
        return proven(await provider().readWebHook(payments.hooks(code).at(-1)!));
      }

      test('a web-hook names the payment to query', async () => {
        const session = await shopperDid('pay');
        const read = await sent(session, 'again');
        if (!read.ok) throw new Error(read.reason);
        const { id = session.id, reference = session.reference } = read.session;
        expect({ id, reference }).toEqual(session);
        expect(Object.values(read.session).filter(Boolean)).not.toEqual([]);
        expect(await settled({ id, reference })).toMatchObject({ outcome: 'paid' });
      });

      test('a repeated web-hook has the same dedupeKey, and one of another payment has not', async () => {
        const [firstSession, secondSession] = [await shopperDid('pay'), await shopperDid('pay')];
        const reads = [
          await sent(firstSession, 'again'),
          await sent(firstSession, 'again'),
          await sent(secondSession, 'again'),
        ];
        const [first, second, third] = reads.map((read) => (read.ok ? read.dedupeKey : read.reason));
        expect(second).toBe(first);
        expect(third).not.toBe(first);
      });

      test.each(['forged', 'altered', 'other_merchant', 'oversize', ...(revealed[code] ?? [])])(
        'a web-hook that is %s is rejected',
        async (kind) => {
          const session = await shopperDid('pay');
          const read = await sent(session, kind);
          expect(read.ok).toBe(false);
          if (kind === 'stale' || kind === 'wrong_mode') expect(read).toMatchObject({ reason: kind });
        },
      );

      test('a web-hook that is truncated, empty or not text is rejected', async () => {
        const session = await shopperDid('pay');
        await sent(session, 'again');
        const hook = payments.hooks(code).at(-1)!;
        for (const body of [hook.body.subarray(0, -3), Buffer.alloc(0), Buffer.from([0, 255, 254])])
          expect(await provider().readWebHook({ ...hook, body })).toMatchObject({ ok: false });
        expect(await provider().readWebHook({ ...hook, headers: {}, body: Buffer.from('{}') })).toMatchObject(
          {
            ok: false,
          },
        );
      });
    });

  if (shape.refund)
    describe('A refund', () => {
      const of = (payment: Awaited<ReturnType<typeof paid>>, cents = charge.cents): Refunding => ({
        ...payment,
        key: newKey(),
        charge: { ...charge, cents },
        reason: 'asked for',
      });
      const queried = async (refund: Refunding, id: string | undefined) => {
        await payments.pass(60_000);
        return (provider().queryRefund ?? provider().refund!)({ ...refund, id } as Refunding & {
          id: undefined;
        });
      };
      const refund = async (refunding: Refunding) => {
        const evidence = await provider().refund!(refunding);
        return evidence.outcome === 'accepted' ? queried(refunding, evidence.id) : evidence;
      };
      const refundedCents = async ({ session }: Refunding) =>
        (await payments.ledger(session.reference))
          .filter(({ kind }) => kind === 'refund')
          .reduce((sum, { cents }) => sum + cents, 0);

      test('a full refund returns the whole amount', async () => {
        const fullRefund = of(await paid());
        expect(await refund(fullRefund)).toMatchObject({ outcome: 'succeeded' });
        expect(await refundedCents(fullRefund)).toBe(charge.cents);
        expect(await provider().query(fullRefund.session)).toMatchObject({
          outcome: 'paid',
          paid: [{ charge }],
        });
      });

      test('partial refunds never exceed the remaining amount', async () => {
        const payment = await paid();
        const [part, rest, more] = [of(payment, 200), of(payment, charge.cents - 200), of(payment, 1)];
        expect(await refund(part)).toMatchObject({ outcome: 'succeeded' });
        await expect(provider().refund!(of(payment, charge.cents))).rejects.toBeInstanceOf(ProviderRefused);
        expect(await refund(rest)).toMatchObject({ outcome: 'succeeded' });
        await expect(provider().refund!(more)).rejects.toBeInstanceOf(ProviderRefused);
        expect(await refundedCents(more)).toBe(charge.cents);
      });

      test('a refund with the same key moves the money once', async () => {
        const part = of(await paid(), 200);
        const first = await refund(part);
        expect(await refund(part)).toMatchObject({ outcome: 'succeeded', id: first.id });
        expect(await refundedCents(part)).toBe(200);
      });

      test.each(brokenResponses)(
        'a refund whose response is %s moves the money once when it is retried',
        async (kind) => {
          const part = of(await paid(), 200);
          await failOn('refund', kind);
          await unreachable(provider().refund!(part), kind);
          const evidence = await queried(part, undefined);
          if (evidence.outcome === 'not_found') await refund(part);
          expect(await queried(part, undefined)).toMatchObject({ outcome: 'succeeded' });
          expect(await refundedCents(part)).toBe(200);
        },
      );

      test('a refund that the provider refuses moves nothing', async () => {
        const fullRefund = of(await paid());
        await payments.scenario({ provider: code, refunds: 'refuse' });
        await expect(provider().refund!(fullRefund)).rejects.toBeInstanceOf(ProviderRefused);
        expect(await refundedCents(fullRefund)).toBe(0);
      });

      if (shape.queryRefund)
        test('queryRefund returns not_found for a refund that was never requested', async () => {
          const evidence = await provider().queryRefund!({ ...of(await paid()), id: undefined });
          expect(evidence).toMatchObject({ outcome: 'not_found' });
        });

      if (shape.traits.refund === 'async')
        test.each([
          ['async', 'succeeded'],
          ['fail', 'failed'],
          ['return', 'returned'],
        ])('an asynchronous refund (%s) is accepted first, and %s in the end', async (refunds, outcome) => {
          await payments.scenario({ provider: code, refunds });
          const fullRefund = of(await paid());
          const { outcome: first, id } = await provider().refund!(fullRefund);
          expect(first).toBe('accepted');
          expect(await queried(fullRefund, id)).toMatchObject({ outcome });
        });
    });

  if (shape.list)
    test('list returns payments and refunds, and nothing else', async () => {
      await payments.pass(5000);
      const from = new Date(payments.now().getTime() - 1000);
      const payment = await paid();
      await shopperDid('decline');
      const key = newKey();
      await provider().refund?.({ ...payment, key, charge: { ...charge, cents: 200 }, reason: 'asked for' });
      await payments.pass(2000);
      const booked = await provider().list!(from, payments.now());
      const amounts = booked.map(({ kind, charge: { cents, currency } }) => [kind, cents, currency]);
      expect(amounts).toEqual([
        ['payment', charge.cents, charge.currency],
        ...(shape.refund ? [['refund', 200, charge.currency]] : []),
      ]);
      const [first] = booked;
      expect(first).toMatchObject({
        transactionId: payment.transactionId,
        reference: payment.session.reference,
      });
      expect(first!.at.getTime()).toBeGreaterThanOrEqual(from.getTime());
    });

  test('no request URL holds a secret or personal data', async () => {
    await paid();
    const requests = (await payments.requests()).filter((request) => request.provider === code);
    const tokens = requests.flatMap(({ headers }) => headers.authorization?.split(' ').slice(1) ?? []);
    const urls = requests.map(({ url }) => url).join('\n');
    expect(requests.length).toBeGreaterThan(1);
    expect([...secrets, ...tokens].filter((secret) => urls.includes(secret))).toEqual([]);
    expect(urls).not.toMatch(personal);
  });
});

test('a provider time-out throws ProviderUnreachable, and the next query succeeds', async () => {
  await Promise.all(
    table.map(async ({ code, charge }) => {
      const provider: PaymentProvider = payments.providers[code];
      const reference = newReference();
      const { id } = await provider.create(orderOf(code, reference, charge));
      await payments.scenario({
        provider: code,
        faults: [{ on: 'query', kind: 'slow', times: 1, delayMs: 8000 }],
      });
      await unreachable(provider.query({ id, reference }), 'slow');
      expect(await provider.query({ id, reference })).toMatchObject({ outcome: 'open' });
    }),
  );
});

/** Asserts that the outcome is unknown and that the error message holds no personal data and no secret. */
async function unreachable(request: Promise<unknown>, kind: string): Promise<void> {
  const error: unknown = await request.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ProviderUnreachable);
  const { message, retryAfter } = error as ProviderUnreachable;
  expect(secrets.filter((secret) => message.includes(secret))).toEqual([]);
  expect(message).not.toMatch(personal);
  if (kind === '429') expect(retryAfter).toBeGreaterThan(0);
}
