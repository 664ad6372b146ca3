import { randomUUID } from 'node:crypto';
import { type Call, formOf, json, type Route, type SandboxResponse } from '../http-exchange.ts';
import { decimal, isCharged, leftOf, type Refund, refundState } from '../payment.ts';
import { type Handler, isBearer, type SandboxContext } from '../provider-simulator.ts';
import { accessToken, isSame, ozowHash } from '../signatures.ts';
import { ozowKeys } from './ozow-keys.ts';

const { siteCode, privateKey } = ozowKeys;
const tokenSeconds = 3600;
/** Simulated bank delay: from request to submission, and from submission to the end. */
const stepMs = 2_500;

interface OzowRefundRequest {
  transactionId?: string;
  amount?: number;
  refundReason?: string;
  notifyUrl?: string;
  hashCheck?: string;
}

/** Ozow's refunds: the response only confirms acceptance; the outcome follows later. */
export function ozowRefunds(
  context: SandboxContext,
  withKey: (context: SandboxContext, next: Handler) => Route['handle'],
): Route[] {
  const guarded =
    (next: (call: Call) => SandboxResponse) =>
    (call: Call): SandboxResponse =>
      isBearer(call, 'ozow', context.clock.now()) ? next(call) : json(401, { errorMessage: 'Unauthorized' });

  function submit(call: Call): SandboxResponse {
    let requests: unknown;
    try {
      requests = JSON.parse(call.body);
    } catch {
      return json(400, { errorMessage: 'Not JSON' });
    }
    return json(
      200,
      (Array.isArray(requests) ? requests : []).map((request: OzowRefundRequest) => submitOne(request ?? {})),
    );
  }

  function submitOne({
    transactionId = '',
    amount = 0,
    refundReason = '',
    notifyUrl = '',
    hashCheck = '',
  }: OzowRefundRequest) {
    const refused = (sentence: string) => ({ transactionId, refundId: null, errors: [sentence] });
    const cents = Math.round(amount * 100);
    const expected = ozowHash([transactionId, decimal(cents), refundReason, notifyUrl], privateKey);
    if (!isSame(hashCheck.toLowerCase(), expected)) return refused('HashCheck value mismatch');
    const match = context.ledger.ofTransaction('local-a', transactionId);
    if (!match || !isCharged(match.transaction)) return refused('The transaction cannot be refunded');
    const { payment, transaction } = match;
    const now = context.clock.now();
    const plan = context.scenarios.of('local-a').refunds ?? 'async';
    if (plan === 'refuse') return refused('Refunds are not enabled for this site');
    if (!(cents > 0) || cents > leftOf(payment, transaction, now)) {
      return refused('The amount is more than what is left of the transaction');
    }
    const settlesAt = plan === 'sync' ? now : now + 2 * stepMs;
    const id = randomUUID();
    const { currency } = transaction;
    payment.refunds.push({ id, key: refundReason, transactionId, cents, currency, at: now, plan, settlesAt });
    context.ledger.write(payment);
    return { transactionId, refundId: id, errors: [] };
  }

  function byTransaction({ url }: Call): SandboxResponse {
    const transactionId = url.searchParams.get('transactionId') ?? '';
    const match = context.ledger.ofTransaction('local-a', transactionId);
    const refunds = (match?.payment.refunds ?? []).filter((refund) => refund.transactionId === transactionId);
    return json(
      200,
      refunds.map((refund) => ({
        refundId: refund.id,
        transactionId,
        amount: refund.cents / 100,
        refundReason: refund.key,
        status: wordFor(refund, context.clock.now()),
      })),
    );
  }

  return [
    { method: 'POST', path: /^\/token$/, on: 'token', handle: withKey(context, letIn) },
    { method: 'POST', path: /^\/secure\/refunds\/submit$/i, on: 'refund', handle: guarded(submit) },
    {
      method: 'GET',
      path: /^\/secure\/refunds\/getrefundsbytransactionid$/i,
      on: 'query',
      handle: guarded(byTransaction),
    },
  ];
}

function letIn(context: SandboxContext, call: Call): SandboxResponse {
  const form = formOf(call);
  if (form.get('grant_type') !== 'password' || form.get('siteCode') !== siteCode) {
    return json(400, { error: 'invalid_grant' });
  }
  const token = accessToken('ozow', context.clock.now() + tokenSeconds * 1000);
  return json(200, { access_token: token, token_type: 'bearer', expires_in: tokenSeconds });
}

function wordFor(refund: Refund, now: number): string {
  const state = refundState(refund, now);
  if (state === 'pending') return now < refund.at + stepMs ? 'Pending' : 'Submitted';
  return { done: 'Complete', failed: 'Failed', returned: 'Returned' }[state];
}
