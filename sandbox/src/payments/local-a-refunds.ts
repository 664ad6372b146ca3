import { randomUUID } from 'node:crypto';
import { isBearer, type Till } from './desk.ts';
import { type Answer, type Call, formOf, json, type Route } from './exchange.ts';
import { keys } from './keys.ts';
import { decimal, isTaken, leftOf, type Refund, refundState } from './payment.ts';
import { accessToken, isSame, ozowHash } from './signatures.ts';

const { siteCode, privateKey } = keys['local-a'];
const tokenSeconds = 3600;
/** How long a bank takes here, from asked to submitted and from there to the end. */
const stepMs = 2_500;

interface Asked {
  transactionId?: string;
  amount?: number;
  refundReason?: string;
  notifyUrl?: string;
  hashCheck?: string;
}

/** Ozow's refunds: told at once that they were taken, and later how they went. */
export function ozowRefunds(
  till: Till,
  withKey: (next: (call: Call) => Answer) => (call: Call) => Answer,
): Route[] {
  const guarded =
    (next: (call: Call) => Answer) =>
    (call: Call): Answer =>
      isBearer(call, 'ozow', till.clock.now()) ? next(call) : json(401, { errorMessage: 'Unauthorized' });

  function letIn(call: Call): Answer {
    const form = formOf(call);
    if (form.get('grant_type') !== 'password' || form.get('siteCode') !== siteCode) {
      return json(400, { error: 'invalid_grant' });
    }
    const token = accessToken('ozow', till.clock.now() + tokenSeconds * 1000);
    return json(200, { access_token: token, token_type: 'bearer', expires_in: tokenSeconds });
  }

  function submit(call: Call): Answer {
    let asked: unknown;
    try {
      asked = JSON.parse(call.body);
    } catch {
      return json(400, { errorMessage: 'Not JSON' });
    }
    return json(
      200,
      (Array.isArray(asked) ? asked : []).map((one: Asked) => submitOne(one ?? {})),
    );
  }

  function submitOne({
    transactionId = '',
    amount = 0,
    refundReason = '',
    notifyUrl = '',
    hashCheck = '',
  }: Asked) {
    const refused = (sentence: string) => ({ transactionId, refundId: null, errors: [sentence] });
    const cents = Math.round(amount * 100);
    const expected = ozowHash([transactionId, decimal(cents), refundReason, notifyUrl], privateKey);
    if (!isSame(hashCheck.toLowerCase(), expected)) return refused('HashCheck value mismatch');
    const found = till.books.ofTransaction('local-a', transactionId);
    if (!found || !isTaken(found.transaction)) return refused('The transaction cannot be refunded');
    const { payment, transaction } = found;
    const now = till.clock.now();
    const plan = till.scenarios.of('local-a').refunds ?? 'async';
    if (plan === 'refuse') return refused('Refunds are not enabled for this site');
    if (!(cents > 0) || cents > leftOf(payment, transaction, now)) {
      return refused('The amount is more than what is left of the transaction');
    }
    const settlesAt = plan === 'sync' ? now : now + 2 * stepMs;
    const id = randomUUID();
    const { currency } = transaction;
    payment.refunds.push({ id, key: refundReason, transactionId, cents, currency, at: now, plan, settlesAt });
    till.books.write(payment);
    return { transactionId, refundId: id, errors: [] };
  }

  function byTransaction({ url }: Call): Answer {
    const transactionId = url.searchParams.get('transactionId') ?? '';
    const found = till.books.ofTransaction('local-a', transactionId);
    const refunds = (found?.payment.refunds ?? []).filter((one) => one.transactionId === transactionId);
    return json(
      200,
      refunds.map((refund) => ({
        refundId: refund.id,
        transactionId,
        amount: refund.cents / 100,
        refundReason: refund.key,
        status: wordFor(refund, till.clock.now()),
      })),
    );
  }

  return [
    { method: 'POST', path: /^\/token$/, on: 'token', answer: withKey(letIn) },
    { method: 'POST', path: /^\/secure\/refunds\/submit$/i, on: 'refund', answer: guarded(submit) },
    {
      method: 'GET',
      path: /^\/secure\/refunds\/getrefundsbytransactionid$/i,
      on: 'query',
      answer: guarded(byTransaction),
    },
  ];
}

function wordFor(refund: Refund, now: number): string {
  const state = refundState(refund, now);
  if (state === 'pending') return now < refund.at + stepMs ? 'Pending' : 'Submitted';
  return { done: 'Complete', failed: 'Failed', returned: 'Returned' }[state];
}
