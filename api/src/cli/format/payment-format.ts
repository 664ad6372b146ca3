import type { Whole } from '../../payments/payment-lookup-service.ts';
import type { Night } from '../../payments/reconciliation/nightly-reconciliation-service.ts';
import type { readOpenCases } from '../../payments/reconciliation/payment-case-service.ts';
import { referenceOf } from '../../payments/records/payment-reference.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import { money } from './money-format.ts';
import { shopTime } from './shop-time.ts';

type ReviewRow = Awaited<ReturnType<typeof readOpenCases>>[number];

/** The payments of an order, formatted for an operator. Provider ids are not secret; keys never appear here. */
export function describePayments({ order, attempts, events, entries, ...more }: Whole): string[] {
  const { refunds, disputes, reviews } = more;
  const price = money(order.currency);
  return [
    `${order.number}  ${order.state}, total ${price(order.grand_total_cents)}, paid ${price(order.captured_cents)}, refunded ${price(order.refunded_cents)}` +
      (order.held_until ? `, goods held until ${shopTime(order.held_until)}` : ''),
    ...attempts.flatMap((attempt) => [
      `  ${referenceOf(attempt)}  ${attempt.provider}  ${attempt.state}${attempt.review ? ', needs attention' : ''}  ${attempt.mode}  ${charged(attempt)}  begun ${shopTime(attempt.created_at)}`,
      `    reference ${attempt.reference}, at the provider ${attempt.provider_id ?? 'nothing yet'}${attempt.last_code && `, last code ${attempt.last_code}`}`,
      ...(attempt.expires_at ? [`    expires ${shopTime(attempt.expires_at)}`] : []),
      ...events
        .filter(({ attempt_id }) => attempt_id === attempt.id)
        .map(
          ({ occurred_at, source, payload }) =>
            `    ${shopTime(occurred_at)}  ${source}: ${outcomeText(payload)}`,
        ),
    ]),
    ...entries.map(
      (entry) =>
        `  ${shopTime(entry.occurred_at)}  ${entry.kind} ${charged(entry)}  ${entry.debit} → ${entry.credit}  ${entry.transaction_id}`,
    ),
    ...refunds.map(
      ({ key, state, value_cents, reason, actor, last_code }) =>
        `  refund ${key}  ${state}  ${price(value_cents)}  ${reason}, ${actor}${last_code && `, last code ${last_code}`}`,
    ),
    ...disputes.map(
      ({ dispute_id, state, withdrawn_cents, charge_currency, transaction_id, last_code, ...dispute }) =>
        `  dispute ${dispute_id}  ${state}  ${charged({ ...dispute, charge_currency })} of ${transaction_id}, withdrawn ${charged({ charge_cents: withdrawn_cents, charge_currency })}, last code ${last_code}`,
    ),
    ...reviews.map((review) => `  review ${describeReview(review)}`),
  ];
}

/** A payment in one line of a list, with its mode if that is not the shop's. */
export function describeAttempt(
  attempt: Whole['attempts'][number],
  orderNumber: string,
  shopMode: Whole['attempts'][number]['mode'],
): string {
  const { provider, state, mode, review } = attempt;
  const notes = [...(mode === shopMode ? [] : [`${mode} payment`]), ...(review ? ['needs attention'] : [])];
  const columns = [
    ...[referenceOf(attempt), orderNumber, shopTime(attempt.created_at)],
    ...[provider.padEnd(11), state.padEnd(18), charged(attempt).padStart(12), ...notes],
  ];
  return columns.join('  ');
}

/** The state of an order and its money, in one sentence. */
export function describeOrderStatus(order: Whole['order']): string {
  const price = money(order.currency);
  return `The order ${order.number} is ${order.state}, paid ${price(order.captured_cents)}, refunded ${price(order.refunded_cents)}.`;
}

const charged = ({ charge_cents, charge_currency }: { charge_cents: number; charge_currency: string }) =>
  money(charge_currency)(charge_cents);

/** A provider response in short: its outcome and code, or the claims of a web-hook. */
function outcomeText(payload: unknown): string {
  const { outcome, code, claims, paid } = isRecord(payload) ? payload : {};
  if (claims !== undefined) return `web-hook claims ${String(claims)}`;
  const times = Array.isArray(paid) && paid.length > 1 ? `, ${paid.length} times` : '';
  return `${String(outcome)} (${String(code)})${times}`;
}

/** `12  underpaid, open since …, order …: …` */
export function describeReview(
  { id, reason, details, opened_at, closed_at, closed_by, note }: ReviewRow,
  number?: string,
): string {
  const state = closed_at
    ? `closed ${shopTime(closed_at)} by ${closed_by}${note && `: ${note}`}`
    : `open since ${shopTime(opened_at)}`;
  return `${id}  ${reason}, ${state}${number ? `, order ${number}` : ''}  ${about(details)}`.trimEnd();
}

/** Findings of the reconciliation and the rules, as name and value; amounts are cents. */
function about(details: unknown): string {
  const known = Object.entries(isRecord(details) ? details : {}).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return known
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}

/** The reconciliation of one day with one provider, in a line. */
export function describeNight(day: string, night: Night): string {
  if ('unreachable' in night)
    return `${night.provider.padEnd(12)}${day}: cannot be reached (${night.unreachable}); nothing was compared.`;
  const { provider, equal, booked, differing, onlyThere, onlyHere } = night;
  return `${provider.padEnd(12)}${day}: ${equal} equal, ${booked} found and booked, ${differing} with a different amount, ${onlyThere} without an order, ${onlyHere} that the provider does not have`;
}
