import type { SandboxResponse } from '../http-exchange.ts';
import { decisive, isExpired, type Payment, type Verdict } from '../payment.ts';
import type { Desk, SandboxContext } from '../provider-simulator.ts';
import { escaped, page, shownAmount } from './hosted-page.ts';

const maxPayments = 50;

/** Start page of the sandbox: the newest payments and their states. */
export function overviewPage(context: SandboxContext, desks: readonly Desk[]): SandboxResponse {
  const titles = new Map(desks.map(({ code, title }) => [code, title]));
  const row = (payment: Payment) =>
    `<li><strong>${escaped(payment.reference)}</strong><br>${shownAmount(payment)} with ${titles.get(payment.provider)}: ${statusText(context, payment)}</li>`;
  const rows = context.ledger.newest(maxPayments).map(row);
  return page(
    'Payment sandbox',
    `<p>This sandbox simulates the payment providers of the shop. All payments and refunds are listed in <a href="/_sandbox/ledger">its ledger</a>.</p>
${rows.length > 0 ? `<h2>The newest payments</h2><ol>${rows.join('')}</ol>` : '<p>No payments yet. Place an order in the shop.</p>'}`,
  );
}

function statusText(context: SandboxContext, payment: Payment): string {
  if (isExpired(payment, context.clock.now())) return 'expired';
  const decided = decisive(payment);
  return decided ? verdictTexts[decided.verdict] : payment.agreed ? 'approved, not captured yet' : 'open';
}

const verdictTexts: Record<Verdict, string> = {
  paid: 'paid',
  review: 'paid, under review',
  pending: 'undecided',
  declined: 'declined',
  cancelled: 'cancelled',
  abandoned: 'left',
  unauthenticated: '3-D Secure failed',
};
