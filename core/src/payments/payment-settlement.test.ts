import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderState } from '../orders/order-states.ts';
import { type AttemptState, attemptStates, mayTurn, type Outcome } from './payment-attempt.ts';
import { type LedgerState, type ProviderReport, settlementOf } from './payment-settlement.ts';

const rand = (cents: number) => ({ cents, currency: 'ZAR' });

function ledger(
  changes: {
    order?: Partial<LedgerState['order']>;
    attempt?: Partial<LedgerState['attempt']>;
    known?: string[];
  } = {},
): LedgerState {
  return {
    mode: 'test',
    order: { state: 'pending_payment', total: 10_000, captured: 0, replaced: false, ...changes.order },
    attempt: {
      ...{
        mode: 'test',
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

const report = (
  outcome: Outcome,
  ...paid: [id: string, cents: number, currency?: string][]
): ProviderReport => ({
  outcome,
  reference: 'REF01',
  mode: 'test',
  paid: paid.map(([transactionId, cents, currency = 'ZAR']) => ({
    transactionId,
    charge: { cents, currency },
  })),
});

describe('settlementOf (spec payments 4)', () => {
  test('places the order once, when exactly its total was captured', () => {
    const plan = settlementOf(ledger(), report('paid', ['t1', 10_000]));
    expect(plan).toMatchObject({ state: 'paid', places: true, surplus: [], reviews: [] });
    const after = {
      order: { state: 'placed' as const, captured: 10_000 },
      attempt: { state: 'paid' as const },
      known: ['t1'],
    };
    expect(settlementOf(ledger(after), report('paid', ['t1', 10_000]))).toEqual({
      ...{ captures: [], places: false, surplus: [], reviews: [] },
    });
  });

  test('never undoes a payment after a refusal, and accepts money after a refusal', () => {
    const paid = {
      order: { state: 'placed' as const, captured: 10_000 },
      attempt: { state: 'paid' as const },
    };
    for (const outcome of ['declined', 'cancelled', 'expired', 'error', 'not_found', 'open'] as const)
      expect(settlementOf(ledger(paid), report(outcome)).state).toBeUndefined();
    for (const state of ['declined', 'cancelled', 'expired', 'failed'] as const)
      expect(settlementOf(ledger({ attempt: { state } }), report('paid', ['t1', 10_000])).places).toBe(true);
  });

  test('opens a review case for an underpayment and places the order when the rest is paid', () => {
    expect(settlementOf(ledger(), report('paid', ['t1', 9_000]))).toMatchObject({
      ...{ state: 'paid', places: false, surplus: [], reviews: ['underpaid'] },
    });
    const rest = ledger({ order: { captured: 9_000 }, attempt: { amount: 1_000, charge: rand(1_000) } });
    expect(settlementOf(rest, report('paid', ['t2', 1_000])).places).toBe(true);
  });

  test('places an overpaid order and refunds the surplus', () => {
    expect(settlementOf(ledger(), report('paid', ['t1', 12_000]))).toMatchObject({
      ...{ places: true, surplus: [{ transactionId: 't1', value: 2_000 }], reviews: ['overpaid'] },
    });
  });

  test('places an order paid twice only once and refunds the newer payment', () => {
    expect(settlementOf(ledger(), report('paid', ['t1', 10_000], ['t2', 10_000]))).toMatchObject({
      ...{ places: true, surplus: [{ transactionId: 't2', value: 10_000 }], reviews: ['overpaid'] },
    });
    const placed = {
      order: { state: 'placed' as const, captured: 10_000 },
      attempt: { state: 'declined' as const },
    };
    expect(settlementOf(ledger(placed), report('paid', ['t2', 10_000]))).toMatchObject({
      ...{ places: false, surplus: [{ transactionId: 't2', value: 10_000 }], reviews: ['duplicate_payment'] },
    });
  });

  test('ignores money in another currency or for another reference', () => {
    expect(settlementOf(ledger(), report('paid', ['t1', 10_000, 'USD']))).toMatchObject({
      ...{ places: false, captures: [{ value: 0 }], reviews: ['currency_mismatch', 'underpaid'] },
    });
    const foreign = { ...report('paid', ['t1', 10_000]), reference: 'REF99' };
    expect(settlementOf(ledger(), foreign)).toMatchObject({
      captures: [],
      places: false,
      reviews: ['foreign_reference'],
    });
  });

  test.each([
    ['a test payment, a live shop, paid with test money', 'test', 'live', 'test'],
    ['a test payment, a live shop, paid with real money', 'test', 'live', 'live'],
    ['a live payment, a test shop, paid with real money', 'live', 'test', 'live'],
    ['a live payment, a test shop, paid with test money', 'live', 'test', 'test'],
    ['a live payment, a live shop, paid with test money', 'live', 'live', 'test'],
    ['a test payment, a test shop, paid with real money', 'test', 'test', 'live'],
  ] as const)('settles nothing across modes: %s (T27)', (_, attempt, mode, reported) => {
    const across = { ...ledger({ attempt: { mode: attempt } }), mode };
    expect(settlementOf(across, { ...report('paid', ['t1', 10_000]), mode: reported })).toEqual({
      ...{ captures: [], places: false, surplus: [], reviews: ['wrong_mode'] },
    });
    expect(settlementOf(across, { ...report('declined'), mode: reported })).toMatchObject({ reviews: [] });
    expect(settlementOf(across, { ...report('declined'), mode: reported }).state).toBeUndefined();
  });

  test('revives an expired order for late money, and refunds it when the order was replaced or canceled', () => {
    expect(settlementOf(ledger({ order: { state: 'expired' } }), report('paid', ['t1', 10_000])).places).toBe(
      true,
    );
    for (const order of [{ state: 'canceled' as const }, { state: 'expired' as const, replaced: true }])
      expect(settlementOf(ledger({ order }), report('paid', ['t1', 10_000]))).toMatchObject({
        ...{ places: false, surplus: [{ transactionId: 't1', value: 10_000 }], reviews: ['late_payment'] },
      });
  });

  test('waits for a person while the provider reviews the payment, until the provider reports it as paid', () => {
    expect(settlementOf(ledger(), report('paid_review', ['t1', 10_000]))).toMatchObject({
      ...{ state: 'paid', places: false, reviews: ['provider_review'] },
    });
    const later = ledger({ order: { captured: 10_000 }, attempt: { state: 'paid' }, known: ['t1'] });
    expect(settlementOf(later, report('paid', ['t1', 10_000])).places).toBe(true);
  });

  test('expires an unfinished or unknown payment after the shopper’s time, never earlier', () => {
    for (const outcome of ['open', 'approved', 'not_found'] as const) {
      expect(settlementOf(ledger(), report(outcome)).state).toBeUndefined();
      expect(settlementOf(ledger({ attempt: { isOver: true } }), report(outcome)).state).toBe('expired');
    }
    expect(settlementOf(ledger({ attempt: { isOver: true } }), report('unknown')).state).toBeUndefined();
  });

  test('values a payment in the wallet’s currency at the rate of the attempt', () => {
    const wallet = ledger({ attempt: { charge: { cents: 556, currency: 'USD' } } });
    expect(settlementOf(wallet, report('paid', ['t1', 556, 'USD']))).toMatchObject({
      ...{ places: true, captures: [{ value: 10_000 }], surplus: [] },
    });
    expect(settlementOf(wallet, report('paid', ['t1', 278, 'USD']))).toMatchObject({
      ...{ places: false, captures: [{ value: 5_000 }], reviews: ['underpaid'] },
    });
  });
});

test('settlementOf never places an order without its money and never retains a surplus, for any reports in any order', () => {
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
        ledger({ order: { state, replaced, captured }, attempt: { state: attempt } }),
        report(outcome, ...(isPaid ? paid : [])),
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
