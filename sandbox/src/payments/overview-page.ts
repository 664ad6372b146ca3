import type { Desk, Till } from './desk.ts';
import type { Answer } from './exchange.ts';
import { escaped, page, shownAmount } from './hosted-page.ts';
import { decisive, isExpired, type Payment, type Verdict } from './payment.ts';

const most = 50;

/** What a person sees who opens the sandbox itself: the newest payments, and how they stand. */
export function overviewPage(till: Till, desks: readonly Desk[]): Answer {
  const titles = new Map(desks.map(({ code, title }) => [code, title]));
  const row = (payment: Payment) =>
    `<li><strong>${escaped(payment.reference)}</strong><br>${shownAmount(payment)} with ${titles.get(payment.provider)}: ${standing(till, payment)}</li>`;
  const rows = till.books.newest(most).map(row);
  return page(
    'Payment sandbox',
    `<p>It plays the payment providers of the shop. What shoppers really paid and got back is in <a href="/_sandbox/ledger">its ledger</a>.</p>
${rows.length > 0 ? `<h2>The newest payments</h2><ol>${rows.join('')}</ol>` : '<p>Nobody has paid yet: buy something in the shop.</p>'}`,
  );
}

function standing(till: Till, payment: Payment): string {
  if (isExpired(payment, till.clock.now())) return 'expired';
  const decided = decisive(payment);
  return decided ? words[decided.verdict] : payment.agreed ? 'agreed, not taken yet' : 'open';
}

const words: Record<Verdict, string> = {
  paid: 'paid',
  review: 'paid, under review',
  pending: 'not decided yet',
  declined: 'declined',
  cancelled: 'cancelled',
  abandoned: 'left',
  unauthenticated: '3-D Secure failed',
};
