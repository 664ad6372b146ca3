import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderState } from '../orders/states.ts';
import { type AttemptState, attemptStates, mayTurn, type Outcome } from './attempt.ts';
import { type Books, type Said, settlementOf } from './settle.ts';

const rand = (cents: number) => ({ cents, currency: 'ZAR' });

function books(
  changes: { order?: Partial<Books['order']>; attempt?: Partial<Books['attempt']>; known?: string[] } = {},
): Books {
  return {
    mode: 'test',
    order: { state: 'pending_payment', total: 10_000, captured: 0, replaced: false, ...changes.order },
    attempt: {
      ...{
        state: 'awaiting_shopper',
        reference: 'REF01',
        amount: 10_000,
        charge: rand(10_000),
        isOver: false,
      },
      ...changes.attempt,
    },
    known: changes.known ?? [],
  };
}

const said = (outcome: Outcome, ...paid: [id: string, cents: number, currency?: string][]): Said => ({
  outcome,
  reference: 'REF01',
  mode: 'test',
  paid: paid.map(([transactionId, cents, currency = 'ZAR']) => ({
    transactionId,
    charge: { cents, currency },
  })),
});

describe('what a provider says (payments 4)', () => {
  test('places the order when exactly its money is there, and once', () => {
    const plan = settlementOf(books(), said('paid', ['t1', 10_000]));
    expect(plan).toMatchObject({ state: 'paid', places: true, surplus: [], reviews: [] });
    const after = {
      order: { state: 'placed' as const, captured: 10_000 },
      attempt: { state: 'paid' as const },
      known: ['t1'],
    };
    expect(settlementOf(books(after), said('paid', ['t1', 10_000]))).toEqual({
      ...{ captures: [], places: false, surplus: [], reviews: [] },
    });
  });

  test('a refusal never undoes a payment, and money after a refusal counts', () => {
    const paid = {
      order: { state: 'placed' as const, captured: 10_000 },
      attempt: { state: 'paid' as const },
    };
    for (const outcome of ['declined', 'cancelled', 'expired', 'error', 'not_found', 'open'] as const)
      expect(settlementOf(books(paid), said(outcome)).state).toBeUndefined();
    for (const state of ['declined', 'cancelled', 'expired', 'failed'] as const)
      expect(settlementOf(books({ attempt: { state } }), said('paid', ['t1', 10_000])).places).toBe(true);
  });

  test('too little places nothing and is looked at; the rest of it places the order', () => {
    expect(settlementOf(books(), said('paid', ['t1', 9_000]))).toMatchObject({
      ...{ state: 'paid', places: false, surplus: [], reviews: ['underpaid'] },
    });
    const rest = books({ order: { captured: 9_000 }, attempt: { amount: 1_000, charge: rand(1_000) } });
    expect(settlementOf(rest, said('paid', ['t2', 1_000])).places).toBe(true);
  });

  test('too much places the order and gives the rest back', () => {
    expect(settlementOf(books(), said('paid', ['t1', 12_000]))).toMatchObject({
      ...{ places: true, surplus: [{ transactionId: 't1', value: 2_000 }], reviews: ['overpaid'] },
    });
  });

  test('paid twice is placed once; the newer payment goes back', () => {
    expect(settlementOf(books(), said('paid', ['t1', 10_000], ['t2', 10_000]))).toMatchObject({
      ...{ places: true, surplus: [{ transactionId: 't2', value: 10_000 }], reviews: ['overpaid'] },
    });
    const placed = {
      order: { state: 'placed' as const, captured: 10_000 },
      attempt: { state: 'declined' as const },
    };
    expect(settlementOf(books(placed), said('paid', ['t2', 10_000]))).toMatchObject({
      ...{ places: false, surplus: [{ transactionId: 't2', value: 10_000 }], reviews: ['duplicate_payment'] },
    });
  });

  test('another currency, another reference and the money of another world count for nothing', () => {
    expect(settlementOf(books(), said('paid', ['t1', 10_000, 'USD']))).toMatchObject({
      ...{ places: false, captures: [{ value: 0 }], reviews: ['currency_mismatch', 'underpaid'] },
    });
    const foreign = { ...said('paid', ['t1', 10_000]), reference: 'REF99' };
    expect(settlementOf(books(), foreign)).toMatchObject({
      captures: [],
      places: false,
      reviews: ['foreign_reference'],
    });
    const test = settlementOf({ ...books(), mode: 'live' }, said('paid', ['t1', 10_000]));
    expect(test).toMatchObject({ captures: [], places: false, reviews: ['wrong_mode'] });
  });

  test('late money revives an order that expired, and goes back where the order was replaced or canceled', () => {
    expect(settlementOf(books({ order: { state: 'expired' } }), said('paid', ['t1', 10_000])).places).toBe(
      true,
    );
    for (const order of [{ state: 'canceled' as const }, { state: 'expired' as const, replaced: true }])
      expect(settlementOf(books({ order }), said('paid', ['t1', 10_000]))).toMatchObject({
        ...{ places: false, surplus: [{ transactionId: 't1', value: 10_000 }], reviews: ['late_payment'] },
      });
  });

  test('what the provider looks at once more waits for a person, until it says paid', () => {
    expect(settlementOf(books(), said('paid_review', ['t1', 10_000]))).toMatchObject({
      ...{ state: 'paid', places: false, reviews: ['provider_review'] },
    });
    const later = books({ order: { captured: 10_000 }, attempt: { state: 'paid' }, known: ['t1'] });
    expect(settlementOf(later, said('paid', ['t1', 10_000])).places).toBe(true);
  });

  test('what nobody finds or finishes is over with the shopper’s time, never sooner', () => {
    for (const outcome of ['open', 'approved', 'not_found'] as const) {
      expect(settlementOf(books(), said(outcome)).state).toBeUndefined();
      expect(settlementOf(books({ attempt: { isOver: true } }), said(outcome)).state).toBe('expired');
    }
    expect(settlementOf(books({ attempt: { isOver: true } }), said('unknown')).state).toBeUndefined();
  });

  test('a wallet’s money counts at the rate of the attempt', () => {
    const wallet = books({ attempt: { charge: { cents: 556, currency: 'USD' } } });
    expect(settlementOf(wallet, said('paid', ['t1', 556, 'USD']))).toMatchObject({
      ...{ places: true, captures: [{ value: 10_000 }], surplus: [] },
    });
    expect(settlementOf(wallet, said('paid', ['t1', 278, 'USD']))).toMatchObject({
      ...{ places: false, captures: [{ value: 5_000 }], reviews: ['underpaid'] },
    });
  });
});

test('whatever is said, in any order: nothing is placed without its money, and nothing kept beyond it', () => {
  const orderStates: OrderState[] = [
    'pending_payment',
    'placed',
    'shipped',
    'returned',
    'canceled',
    'expired',
  ];
  const outcomes: Outcome[] = [
    'open',
    'pending',
    'paid',
    'paid_review',
    'declined',
    'cancelled',
    'not_found',
    'unknown',
  ];
  const movement = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 30_000 }));
  const case_ = fc.record({
    state: fc.constantFrom(...orderStates),
    attempt: fc.constantFrom(...(Object.keys(attemptStates) as AttemptState[])),
    outcome: fc.constantFrom(...outcomes),
    paid: fc.uniqueArray(movement, { selector: ([id]) => id, maxLength: 3 }),
    replaced: fc.boolean(),
    captured: fc.integer({ min: 0, max: 20_000 }),
  });
  fc.assert(
    fc.property(case_, ({ state, attempt, outcome, paid, replaced, captured }) => {
      const isPaid = outcome === 'paid' || outcome === 'paid_review';
      const plan = settlementOf(
        books({ order: { state, replaced, captured }, attempt: { state: attempt } }),
        said(outcome, ...(isPaid ? paid : [])),
      );
      const came = plan.captures.reduce((sum, { value }) => sum + value, 0);
      const back = plan.surplus.reduce((sum, { value }) => sum + value, 0);
      expect(back).toBeLessThanOrEqual(came);
      if (plan.places) expect(captured + came - back).toBeGreaterThanOrEqual(10_000);
      if (plan.places && captured <= 10_000) expect(captured + came - back).toBe(10_000);
      if (plan.state) expect(mayTurn(attempt, plan.state)).toBe(true);
      if (!isPaid) expect(came).toBe(0);
    }),
    { numRuns: 2000 },
  );
});
