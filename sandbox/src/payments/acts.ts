import { type Act, type Desk, type Till, tell, type Way } from './desk.ts';
import { type Amount, isTaken, type Payment, type Verdict } from './payment.ts';

/** What happens at the provider, and in its books, when a shopper presses a button. @returns where the browser goes */
export function perform(till: Till, desk: Desk, payment: Payment, act: Act): Way {
  if (act === 'expire') return expire(till, desk, payment);
  const { verdict, amount, way } = meaning(desk, payment, act);
  if (desk.agreesOnly && !undecided(payment)) agree(till, desk, payment, verdict, amount);
  else decide(till, desk, payment, verdict, amount);
  if (act === 'pay_twice') decide(till, desk, payment, verdict, amount);
  till.books.write(payment);
  return desk.agreesOnly && way === 'failure' ? 'success' : way;
}

interface Meaning {
  verdict: Verdict;
  amount: Amount;
  way: Way;
}

function meaning(desk: Desk, { cents, currency }: Payment, act: Act): Meaning {
  const paid: Meaning = { verdict: 'paid', amount: { cents, currency }, way: 'success' };
  if (act === 'pay_no_return') return { ...paid, way: 'stay' };
  if (act === 'underpay') return { ...paid, amount: { cents: Math.max(1, Math.floor(cents / 2)), currency } };
  if (act === 'overpay') return { ...paid, amount: { cents: cents + 1000, currency } };
  if (act === 'other_currency') return { ...paid, amount: { cents, currency: otherThan(currency) } };
  if (act === 'review') return { ...paid, verdict: desk.review };
  if (act === 'decline') return { ...paid, verdict: 'declined', way: 'failure' };
  if (act === 'three_d_secure_fails') return { ...paid, verdict: 'unauthenticated', way: 'failure' };
  if (act === 'cancel') return { ...paid, verdict: 'cancelled', way: 'cancel' };
  return paid;
}

const otherThan = (currency: string) => (currency === 'ZAR' ? 'USD' : 'EUR');

const undecided = (payment: Payment) =>
  payment.transactions.find(({ verdict }) => verdict === 'pending' || verdict === 'review');

function decide(till: Till, desk: Desk, payment: Payment, verdict: Verdict, amount: Amount): void {
  const waiting = undecided(payment);
  const isDecided = verdict !== 'pending' && verdict !== 'review';
  // What was taken stays taken until it is given back.
  if (waiting?.verdict === 'review' && verdict !== 'paid') return;
  if (waiting && isDecided) waiting.verdict = verdict;
  else if (payment.transactions.some(isTaken) && !desk.paysTwice) return;
  else {
    const id = desk.transactionId(payment);
    payment.transactions.push({ id, verdict, at: till.clock.now(), ...amount });
  }
  till.books.write(payment);
  tell(till, desk, payment, waiting && isDecided ? waiting : payment.transactions.at(-1)!);
}

/** A wallet takes nothing yet: the shop will. */
function agree(till: Till, desk: Desk, payment: Payment, verdict: Verdict, amount: Amount): void {
  if (verdict === 'cancelled' || payment.transactions.some(isTaken)) return;
  payment.agreed = { ...amount, verdict };
  tell(till, desk, payment, 'agreement');
}

function expire(till: Till, desk: Desk, payment: Payment): Way {
  const now = till.clock.now();
  payment.expiresAt = Math.min(payment.expiresAt, now);
  // Only Ozow books that somebody left.
  if (desk.code === 'local-a' && payment.transactions.length === 0) {
    decide(till, desk, payment, 'abandoned', payment);
  }
  till.books.write(payment);
  return 'stay';
}
