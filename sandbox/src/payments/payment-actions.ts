import { type Amount, isCharged, type Payment, type Verdict } from './payment.ts';
import {
  type Act,
  type Desk,
  type ReturnOutcome,
  type SandboxContext,
  sendHooks,
} from './provider-simulator.ts';

/**
 * Performs a button press at the provider and records it in its ledger.
 * @returns the browser's redirect target
 */
export function perform(context: SandboxContext, desk: Desk, payment: Payment, act: Act): ReturnOutcome {
  if (act === 'expire') return expire(context, desk, payment);
  const { verdict, amount, redirect } = meaning(desk, payment, act);
  if (desk.agreesOnly && !undecided(payment)) agree(context, desk, payment, verdict, amount);
  else decide(context, desk, payment, verdict, amount);
  if (act === 'pay_twice') decide(context, desk, payment, verdict, amount);
  context.ledger.write(payment);
  return desk.agreesOnly && redirect === 'failure' ? 'success' : redirect;
}

interface Meaning {
  verdict: Verdict;
  amount: Amount;
  redirect: ReturnOutcome;
}

function meaning(desk: Desk, { cents, currency }: Payment, act: Act): Meaning {
  const paid: Meaning = { verdict: 'paid', amount: { cents, currency }, redirect: 'success' };
  if (act === 'pay_no_return') return { ...paid, redirect: 'stay' };
  if (act === 'underpay') return { ...paid, amount: { cents: Math.max(1, Math.floor(cents / 2)), currency } };
  if (act === 'overpay') return { ...paid, amount: { cents: cents + 1000, currency } };
  if (act === 'other_currency') return { ...paid, amount: { cents, currency: otherThan(currency) } };
  if (act === 'review') return { ...paid, verdict: desk.review };
  if (act === 'decline') return { ...paid, verdict: 'declined', redirect: 'failure' };
  if (act === 'three_d_secure_fails') return { ...paid, verdict: 'unauthenticated', redirect: 'failure' };
  if (act === 'cancel') return { ...paid, verdict: 'cancelled', redirect: 'cancel' };
  return paid;
}

const otherThan = (currency: string) => (currency === 'ZAR' ? 'USD' : 'EUR');

const undecided = (payment: Payment) =>
  payment.transactions.find(({ verdict }) => verdict === 'pending' || verdict === 'review');

function decide(
  context: SandboxContext,
  desk: Desk,
  payment: Payment,
  verdict: Verdict,
  amount: Amount,
): void {
  const waiting = undecided(payment);
  const isDecided = verdict !== 'pending' && verdict !== 'review';
  // Captured money stays captured until it is refunded.
  if (waiting?.verdict === 'review' && verdict !== 'paid') return;
  if (waiting && isDecided) waiting.verdict = verdict;
  else if (payment.transactions.some(isCharged) && !desk.paysTwice) return;
  else {
    const id = desk.transactionId(payment);
    payment.transactions.push({ id, verdict, at: context.clock.now(), ...amount });
  }
  context.ledger.write(payment);
  sendHooks(context, desk, payment, waiting && isDecided ? waiting : payment.transactions.at(-1)!);
}

/** Records a PayPal approval; the shop captures the money later. */
function agree(
  context: SandboxContext,
  desk: Desk,
  payment: Payment,
  verdict: Verdict,
  amount: Amount,
): void {
  if (verdict === 'cancelled' || payment.transactions.some(isCharged)) return;
  payment.agreed = { ...amount, verdict };
  sendHooks(context, desk, payment, 'agreement');
}

function expire(context: SandboxContext, desk: Desk, payment: Payment): ReturnOutcome {
  const now = context.clock.now();
  payment.expiresAt = Math.min(payment.expiresAt, now);
  if (desk.recordsAbandoned && payment.transactions.length === 0) {
    decide(context, desk, payment, 'abandoned', payment);
  }
  context.ledger.write(payment);
  return 'stay';
}
