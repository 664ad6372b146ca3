import type { Charge, Outcome } from '@fynbos/core/payments/attempt.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Act, openPayments, type Payments, providersAt, secrets } from '../../testing/payments.ts';
import { payable, personal } from '../testing/payable.ts';
import {
  type Evidence,
  type PaymentProvider,
  ProviderRefused,
  type ProviderSession,
  ProviderUnreachable,
  type Refunding,
} from './provider.ts';

interface Line {
  code: ProviderCode;
  charge: Charge;
  /** What a payment is after it was given up, or left alone for too long. */
  after: Record<'cancel' | 'expire', Outcome>;
  /** What can go wrong at this one, besides what goes wrong everywhere. */
  odd: readonly Act[];
  /** What its web-hooks tell about themselves, besides whose they are. */
  knows: readonly ('stale' | 'wrong_mode')[];
}

/** What every adapter keeps of `provider.ts`, against its provider's stand-in. A new one is a line here. */
const table: readonly Line[] = [
  {
    code: 'card',
    charge: { cents: 9205, currency: 'ZAR' },
    after: { cancel: 'cancelled', expire: 'expired' },
    odd: ['other_currency', 'review'],
    knows: ['stale', 'wrong_mode'],
  },
  {
    code: 'instalments',
    charge: { cents: 29_999, currency: 'ZAR' },
    after: { cancel: 'cancelled', expire: 'expired' },
    odd: [],
    knows: [],
  },
  {
    code: 'local-a',
    charge: { cents: 2501, currency: 'ZAR' },
    after: { cancel: 'cancelled', expire: 'expired' },
    odd: ['other_currency', 'pay_twice'],
    knows: ['wrong_mode'],
  },
  {
    code: 'local-b',
    charge: { cents: 7, currency: 'ZAR' },
    after: { cancel: 'cancelled', expire: 'expired' },
    odd: ['pay_twice'],
    knows: [],
  },
  {
    code: 'wallet',
    charge: { cents: 505, currency: 'USD' },
    // PayPal only knows that nobody agreed yet.
    after: { cancel: 'open', expire: 'expired' },
    odd: ['other_currency'],
    knows: ['stale'],
  },
];

/** Who asks for a token before every question. */
const lendsTokens: readonly ProviderCode[] = ['instalments', 'wallet'];

const brokenAnswers = ['before', 'after', '500', '502', '429', 'malformed', 'html'];

let payments: Payments;
const orderOf = (code: ProviderCode, reference: string, charge: Charge) =>
  payable({ reference, charge, webHookUrl: payments.hookUrl(code) });
let count = 0;
/** Names of ours: 14 letters and digits for a payment, 16 for a refund. */
const newReference = () => `T${String(++count).padStart(13, '0')}`;
const newKey = () => `R${String(++count).padStart(15, '0')}`;

beforeAll(async () => {
  payments = await openPayments();
});
// Web-hooks go out when a test sends them, and questions are counted where a test counts them.
beforeEach(() => payments.scenario({ hooks: { mode: 'none' }, lagMs: 0, refunds: 'sync', throttle: false }));
afterAll(() => payments.close());

describe.each(table)('$code', ({ code, charge, after, odd, knows }) => {
  const shape: PaymentProvider = providersAt('http://127.0.0.1:9')[code];
  const provider = (): PaymentProvider => payments.providers[code];
  const fault = (on: string, kind: string) =>
    payments.scenario({ provider: code, faults: [{ on, kind, times: 1 }] });

  /** A new payment, and what a shopper did with it. */
  async function shopperDid(...acts: Act[]): Promise<ProviderSession> {
    const reference = newReference();
    const { id } = await provider().create(orderOf(code, reference, charge));
    for (const act of acts) await payments.act(code, { id, reference }, act);
    return { id, reference };
  }

  /** As the shop asks: what was agreed to is taken. */
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
    test('is made, and the shopper told where to go', async () => {
      const { kind, id, url } = await provider().create(orderOf(code, newReference(), charge));
      expect(kind).toMatch(/^(redirect|widget)$/);
      expect(id).not.toBe('');
      expect(url.startsWith(`${payments.url}/`)).toBe(true);
    });

    test('is open while nobody paid', async () => {
      expect(await settled(await shopperDid())).toMatchObject({ outcome: 'open', paid: [] });
    });

    test('that nobody ever made is not found', async () => {
      const evidence = await provider().query({ id: undefined, reference: newReference() });
      expect(evidence).toMatchObject({ outcome: 'not_found', paid: [] });
    });

    test('that was paid is told to the cent, in its currency, under our reference', async () => {
      const session = await shopperDid('pay');
      const evidence = await settled(session);
      expect(evidence).toMatchObject({ outcome: 'paid', id: session.id, mode: 'test' });
      expect(evidence.reference ?? session.reference).toBe(session.reference);
      expect(evidence.paid.map((movement) => movement.charge)).toEqual([charge]);
      expect(await payments.ledger(session.reference)).toMatchObject([{ kind: 'payment', ...charge }]);
      expect(await provider().query(session)).toMatchObject({ outcome: 'paid', paid: evidence.paid });
    });

    if (shape.traits.findsByReference)
      test('that was paid is found by our reference alone', async () => {
        const { session, transactionId } = await paid();
        const evidence = await provider().query({ id: undefined, reference: session.reference });
        expect(evidence).toMatchObject({ outcome: 'paid', paid: [{ transactionId }] });
      });

    test('is told as paid long after the shopper’s time is over', async () => {
      const { session } = await paid();
      await payments.pass(shape.traits.sessionMs + 60_000);
      expect(await provider().query(session)).toMatchObject({ outcome: 'paid' });
    });

    test('may be asked for as often as the adapter says, and who asks more is told to wait', async () => {
      await payments.scenario({ provider: code, throttle: true });
      const session = await shopperDid();
      for (let asked = 0; asked < shape.traits.asksPerMinute; asked++)
        expect(await provider().query(session)).toMatchObject({ outcome: 'open' });
      const more = await provider()
        .query(session)
        .catch((error: unknown) => error);
      if (more instanceof Error) expect(more).toMatchObject({ retryAfter: expect.any(Number) });
      await payments.pass(60_000);
      expect(await provider().query(session)).toMatchObject({ outcome: 'open' });
    });

    test('is not paid while the provider itself does not know yet', async () => {
      await payments.scenario({ provider: code, lagMs: 5000 });
      const session = await shopperDid('pay');
      const evidence = await settled(session);
      expect(['open', 'pending', 'pending_long']).toContain(evidence.outcome);
      await payments.pass(6000);
      expect(await settled(session)).toMatchObject({ outcome: 'paid' });
    });

    test.each([
      ['decline', 'declined'],
      ['cancel', after.cancel],
      ['expire', after.expire],
    ] as const)('after %s is %s, and no money moved', async (act, outcome) => {
      const session = await shopperDid(act);
      expect(await settled(session)).toMatchObject({ outcome, paid: [] });
      expect(await payments.ledger(session.reference)).toEqual([]);
    });

    const amounts: readonly Act[] = ['underpay', 'overpay', 'other_currency'];
    test.each(amounts.filter((act) => act !== 'other_currency' || odd.includes(act)))(
      'after %s is told as it is',
      async (act) => {
        const session = await shopperDid(act);
        const evidence = await settled(session);
        const [entry] = await payments.ledger(session.reference);
        const { cents, currency } = entry!;
        expect(evidence.paid.map((movement) => movement.charge)).toEqual([{ cents, currency }]);
        expect(evidence.paid[0]?.charge).not.toEqual(charge);
      },
    );

    if (odd.includes('review'))
      test('that the provider looks at once more is paid, and says so', async () => {
        const evidence = await settled(await shopperDid('review'));
        expect(evidence).toMatchObject({ outcome: 'paid_review', paid: [{ charge }] });
      });

    if (odd.includes('pay_twice'))
      test('that was paid twice is told as both, at the latest in the books', async () => {
        const from = new Date(payments.now().getTime() - 1000);
        const session = await shopperDid('pay_twice');
        const evidence = await settled(session);
        await payments.pass(2000);
        const booked = (await provider().list?.(from, payments.now())) ?? [];
        const ours = booked.filter(({ reference }) => reference === session.reference);
        expect(Math.max(evidence.paid.length, ours.length)).toBe(2);
        expect(await payments.ledger(session.reference)).toHaveLength(2);
      });
  });

  describe('A provider that fails', () => {
    test.each(brokenAnswers)(
      'is not understood as anything when it answers a question with %s',
      async (kind) => {
        const { session } = await paid();
        await fault('query', kind);
        await unreachable(provider().query(session), kind);
        expect(await provider().query(session)).toMatchObject({ outcome: 'paid' });
      },
    );

    test.each(brokenAnswers)(
      'leaves open whether a payment was made when it answers with %s',
      async (kind) => {
        const reference = newReference();
        await fault('create', kind);
        await unreachable(provider().create(orderOf(code, reference, charge)), kind);
        const evidence = await provider().query({ id: undefined, reference });
        expect(['open', 'not_found']).toContain(evidence.outcome);
      },
    );

    if (lendsTokens.includes(code))
      test.each(brokenAnswers)(
        'lends no token when it answers with %s, and is asked for one anew',
        async (kind) => {
          const session = await shopperDid();
          // No token lives for so long.
          await payments.pass(25 * 60 * 60_000);
          await fault('token', kind);
          await unreachable(provider().query(session), kind);
          expect(await provider().query(session)).toMatchObject({ outcome: after.expire });
        },
      );

    if (shape.capture)
      test.each(brokenAnswers)('takes the money once when it answers the capture with %s', async (kind) => {
        const session = await shopperDid('pay');
        await fault('capture', kind);
        await unreachable(provider().capture!(session, session.reference), kind);
        expect(await settled(session)).toMatchObject({ outcome: 'paid', paid: [{ charge }] });
        expect(await payments.ledger(session.reference)).toHaveLength(1);
      });

    if (shape.list)
      test.each(brokenAnswers)('tells no books when it answers with %s', async (kind) => {
        await fault('list', kind);
        await unreachable(provider().list!(new Date(0), payments.now()), kind);
      });
  });

  if (shape.capture)
    describe('A capture', () => {
      test('happens once, however often it is asked for, and under which key', async () => {
        const session = await shopperDid('pay');
        const capture = (key: string) => provider().capture!(session, key);
        const first = await capture(session.reference);
        expect(await capture(session.reference)).toEqual(first);
        expect(await capture('another-key')).toMatchObject({ outcome: 'paid', paid: first.paid });
        expect(await payments.ledger(session.reference)).toHaveLength(1);
      });

      test('happens once when it is asked for twice at the same time', async () => {
        const session = await shopperDid('pay');
        const both = [1, 2].map(() => provider().capture!(session, session.reference));
        const answers = await Promise.allSettled(both);
        expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
        expect(await payments.ledger(session.reference)).toHaveLength(1);
      });

      test('takes nothing that nobody agreed to', async () => {
        const session = await shopperDid();
        const evidence = await provider().capture!(session, session.reference);
        expect(evidence).toMatchObject({ outcome: 'open', paid: [] });
        expect(await payments.ledger(session.reference)).toEqual([]);
      });
    });

  if (shape.traits.webHook === 'none')
    test('No web-hook is its', async () => {
      const hook = { headers: {}, url: '/', body: Buffer.from('{}') };
      expect(await provider().readWebHook(hook)).toMatchObject({ ok: false });
    });
  else
    describe('A web-hook', () => {
      async function sent(session: ProviderSession, kind: string) {
        await payments.sendHook(code, session.reference, kind);
        return provider().readWebHook(payments.hooks(code).at(-1)!);
      }

      test('names the payment to ask for', async () => {
        const session = await shopperDid('pay');
        const read = await sent(session, 'again');
        if (!read.ok) throw new Error(read.reason);
        const { id = session.id, reference = session.reference } = read.session;
        expect({ id, reference }).toEqual(session);
        expect(Object.values(read.session).filter(Boolean)).not.toEqual([]);
        expect(await settled({ id, reference })).toMatchObject({ outcome: 'paid' });
      });

      test('is known again when it is sent again, and is not another’s', async () => {
        const [one, other] = [await shopperDid('pay'), await shopperDid('pay')];
        const reads = [await sent(one, 'again'), await sent(one, 'again'), await sent(other, 'again')];
        const [first, second, third] = reads.map((read) => (read.ok ? read.dedupeKey : read.reason));
        expect(second).toBe(first);
        expect(third).not.toBe(first);
      });

      test.each(['forged', 'altered', 'other_merchant', 'oversize', ...knows])(
        'that is %s is refused',
        async (kind) => {
          const session = await shopperDid('pay');
          const read = await sent(session, kind);
          expect(read.ok).toBe(false);
          if (kind === 'stale' || kind === 'wrong_mode') expect(read).toMatchObject({ reason: kind });
        },
      );

      test('that is cut short, empty or no text is refused', async () => {
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
      const given = async ({ session }: Refunding) =>
        (await payments.ledger(session.reference))
          .filter(({ kind }) => kind === 'refund')
          .reduce((sum, { cents }) => sum + cents, 0);

      test('gives all of it back', async () => {
        const whole = of(await paid());
        expect(await refund(whole)).toMatchObject({ outcome: 'succeeded' });
        expect(await given(whole)).toBe(charge.cents);
        expect(await provider().query(whole.session)).toMatchObject({ outcome: 'paid', paid: [{ charge }] });
      });

      test('goes in parts, and never above what is left', async () => {
        const payment = await paid();
        const [part, rest, more] = [of(payment, 200), of(payment, charge.cents - 200), of(payment, 1)];
        expect(await refund(part)).toMatchObject({ outcome: 'succeeded' });
        await expect(provider().refund!(of(payment, charge.cents))).rejects.toBeInstanceOf(ProviderRefused);
        expect(await refund(rest)).toMatchObject({ outcome: 'succeeded' });
        await expect(provider().refund!(more)).rejects.toBeInstanceOf(ProviderRefused);
        expect(await given(more)).toBe(charge.cents);
      });

      test('with the same key gives the money back once', async () => {
        const part = of(await paid(), 200);
        const first = await refund(part);
        expect(await refund(part)).toMatchObject({ outcome: 'succeeded', id: first.id });
        expect(await given(part)).toBe(200);
      });

      test.each(brokenAnswers)(
        'that is answered with %s is given once when it is asked for again',
        async (kind) => {
          const part = of(await paid(), 200);
          await fault('refund', kind);
          await unreachable(provider().refund!(part), kind);
          const found = await queried(part, undefined);
          if (found.outcome === 'not_found') await refund(part);
          expect(await queried(part, undefined)).toMatchObject({ outcome: 'succeeded' });
          expect(await given(part)).toBe(200);
        },
      );

      test('that the provider will not give moves nothing', async () => {
        const whole = of(await paid());
        await payments.scenario({ provider: code, refunds: 'refuse' });
        await expect(provider().refund!(whole)).rejects.toBeInstanceOf(ProviderRefused);
        expect(await given(whole)).toBe(0);
      });

      if (shape.queryRefund)
        test('that nobody asked for is not found', async () => {
          const evidence = await provider().queryRefund!({ ...of(await paid()), id: undefined });
          expect(evidence).toMatchObject({ outcome: 'not_found' });
        });

      if (shape.traits.refund === 'async')
        test.each([
          ['async', 'succeeded'],
          ['fail', 'failed'],
          ['return', 'returned'],
        ])('that goes %s is accepted first, and %s in the end', async (refunds, outcome) => {
          await payments.scenario({ provider: code, refunds });
          const whole = of(await paid());
          const { outcome: first, id } = await provider().refund!(whole);
          expect(first).toBe('accepted');
          expect(await queried(whole, id)).toMatchObject({ outcome });
        });
    });

  if (shape.list)
    test('The books show what was paid and given back, and no more', async () => {
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

  test('No address it asks holds a secret or says who pays', async () => {
    await paid();
    const requests = (await payments.requests()).filter((request) => request.provider === code);
    const tokens = requests.flatMap(({ headers }) => headers.authorization?.split(' ').slice(1) ?? []);
    const urls = requests.map(({ url }) => url).join('\n');
    expect(requests.length).toBeGreaterThan(1);
    expect([...secrets, ...tokens].filter((secret) => urls.includes(secret))).toEqual([]);
    expect(urls).not.toMatch(personal);
  });
});

test('A provider that takes too long is no answer, and is asked again later', async () => {
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

/** Nobody knows what happened, and what is said of that names nobody and no key. */
async function unreachable(answer: Promise<unknown>, kind: string): Promise<void> {
  const error: unknown = await answer.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ProviderUnreachable);
  const { message, retryAfter } = error as ProviderUnreachable;
  expect(secrets.filter((secret) => message.includes(secret))).toEqual([]);
  expect(message).not.toMatch(personal);
  if (kind === '429') expect(retryAfter).toBeGreaterThan(0);
}
