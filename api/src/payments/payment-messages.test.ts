import { type OrderState, orderStates } from '@fynbos/core/orders/order-states.ts';
import { type AttemptState, attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import { type ProblemCode, problems } from '@fynbos/core/problem.ts';
import { describe, expect, test } from 'vitest';
import type { PayableOrder } from '../orders/placement/payable-order-service.ts';
import { paymentStateOf } from './attempts/payment-status-service.ts';
import type { AttemptRow } from './records/attempt-store.ts';

/** The payment status and the refusals of payments and orders never advise two opposite things. */

const now = new Date('2026-11-28T10:00:00Z');
const later = new Date('2026-11-28T10:30:00Z');
const statesOfAttempt = Object.keys(attemptStates) as AttemptState[];
const statesOfOrder = Object.keys(orderStates) as OrderState[];
const eitherOf = [false, true];

interface Case {
  attemptState: AttemptState;
  review: boolean;
  orderState: OrderState;
  captured: number;
  isHeld: boolean;
  orderedWith: string | undefined;
}

/** Every combination of the facts from which the status is derived. */
const cases: Case[] = statesOfAttempt.flatMap((attemptState) =>
  statesOfOrder.flatMap((orderState) =>
    [0, 5000, 12_000].flatMap((captured) =>
      eitherOf.flatMap((review) =>
        eitherOf.flatMap((isHeld) =>
          (orderState === 'pending_payment' || orderState === 'expired'
            ? [undefined, '000000007']
            : [undefined]
          ).map((orderedWith) => ({ attemptState, review, orderState, captured, isHeld, orderedWith })),
        ),
      ),
    ),
  ),
);

function statusIn({ attemptState, review, orderState, captured, isHeld, orderedWith }: Case) {
  const attempt = {
    ...{
      state: attemptState,
      review,
      reference: 'a',
      amount_cents: 12_000,
      currency: 'ZAR',
      provider: 'card',
    },
  } as unknown as AttemptRow;
  const order = {
    ...{ state: orderState, number: '000000006', captured_cents: captured, refunded_cents: 0, orderedWith },
    ...{ held_until: isHeld ? later : now, customer_id: null, email: 'a@example.co.za' },
    ...{ shipping_address: null, billing_address: { firstname: 'A' } },
  } as unknown as PayableOrder;
  return paymentStateOf(attempt, order, now);
}

/** Combinations whose status fulfils a condition. */
const breaking = (isWrong: (status: ReturnType<typeof statusIn>, of: Case) => boolean) =>
  cases.filter((of) => isWrong(statusIn(of), of)).map((of) => ({ ...of, says: statusIn(of).message }));

describe('the payment status, in every combination of attempt and order', () => {
  test('does not offer a payment where it asks to not pay again, or reports a refund', () => {
    expect(breaking(({ canPay, message }) => canPay && /do not pay again/.test(message))).toEqual([]);
    expect(
      breaking(
        ({ canPay, isGivenBack, isOrdered, orderedWith }) =>
          canPay && (isGivenBack || isOrdered || orderedWith !== undefined),
      ),
    ).toEqual([]);
  });

  test('says that nothing was charged only if no money came in and its provider has decided', () => {
    expect(
      breaking(
        ({ message }, { captured, attemptState }) =>
          /Nothing was charged/.test(message) && (captured > 0 || attemptStates[attemptState].open),
      ),
    ).toEqual([]);
  });

  test('says that the order is placed if it is, and only then', () => {
    const placed = /your order is placed\./i;
    expect(breaking(({ message, isOrdered }) => isOrdered !== placed.test(message))).toEqual([]);
  });

  test('names the order that the cart was ordered with, unless it reports a refund', () => {
    expect(
      breaking(({ message, isGivenBack }, { orderedWith }) =>
        orderedWith === undefined || isGivenBack ? false : !message.includes(orderedWith),
      ),
    ).toEqual([]);
  });
});

const refusals = (Object.keys(problems) as ProblemCode[]).filter((code) =>
  /pay|order|total|refund/.test(code),
);

test.each(refusals)(
  'the refusal %s advises one thing, which agrees with whether it may be repeated',
  (code) => {
    const { sentence, retry } = problems[code];
    const advice = [/try again/i, /start again/i, /do not pay again/i, /choose another/i, /contact us/i];
    expect(advice.filter((text) => text.test(sentence)).length).toBeLessThanOrEqual(1);
    expect(/try again/i.test(sentence)).toBe(retry);
    // Several situations have the same code, and money may have moved in some of them.
    expect(sentence).not.toMatch(/charged/i);
  },
);
