import type { Desk, Till } from './desk.ts';
import type { Answer } from './exchange.ts';
import { escaped, page, shownAmount } from './hosted-page.ts';
import { decisive, isExpired, type Payment } from './payment.ts';

const most = 50;

/** What a person sees who opens the sandbox itself: the newest payments, and how they stand. */
export function overviewPage(till: Till, desks: readonly Desk[]): Answer {
  const titles = new Map(desks.map(({ code, title }) => [code, title]));
  const row = (payment: Payment) => `<tr><td>${escaped(payment.reference)}</td>
<td>${titles.get(payment.provider)}</td><td>${shownAmount(payment)}</td><td>${standing(till, payment)}</td></tr>`;
  const rows = till.books.newest(most).map(row);
  const table = `<table><caption>The newest payments</caption>
<thead><tr><th scope="col">Reference</th><th scope="col">With</th><th scope="col">Amount</th><th scope="col">How it stands</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`;
  return page(
    'Payment sandbox',
    `<p>It plays the payment providers of the shop. What shoppers really paid and got back is in <a href="/_sandbox/ledger">its ledger</a>.</p>
${rows.length > 0 ? table : '<p>Nobody has paid yet: buy something in the shop.</p>'}`,
  );
}

function standing(till: Till, payment: Payment): string {
  if (isExpired(payment, till.clock.now())) return 'expired';
  return decisive(payment)?.verdict ?? (payment.agreed ? 'agreed' : 'open');
}
