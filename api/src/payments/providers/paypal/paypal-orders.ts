import type { Charge, Outcome } from '@fynbos/core/payments/payment-attempt.ts';
import { type Evidence, ProviderUnreachable, type RefundEvidence } from '../payment-provider.ts';
import { chargeOf, type Json, jsonListOf, wordOf } from '../provider-response.ts';

const outcomes: Readonly<Record<string, Outcome>> = {
  CREATED: 'open',
  SAVED: 'open',
  PAYER_ACTION_REQUIRED: 'open',
  PENDING_APPROVAL: 'pending',
  APPROVED: 'approved',
  VOIDED: 'cancelled',
};

/** An order is complete whatever happened to its money: its captures have the outcome. */
const captureOutcomes: Readonly<Record<string, Outcome>> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  PENDING: 'pending',
  DECLINED: 'declined',
  FAILED: 'declined',
};

const refundOutcomes: Readonly<Record<string, RefundEvidence['outcome']>> = {
  COMPLETED: 'succeeded',
  PENDING: 'accepted',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

interface Capture {
  id: string;
  status: string;
  charge: Charge | undefined;
  reference: string | undefined;
}

/**
 * Reads the status of a payment from a PayPal order.
 * @throws ProviderUnreachable when the order is unparseable
 */
export function orderEvidenceOf(order: Json, mode: 'test' | 'live'): Evidence {
  const [id, status] = [wordOf(order?.id), wordOf(order?.status)];
  if (!id || !status) throw new ProviderUnreachable('returned an unparseable order');
  const units = jsonListOf(order.purchase_units);
  const captures = units.flatMap((unit) => jsonListOf(unit?.payments?.captures)).map(readCapture);
  const decisiveCapture = decisiveCaptureOf(captures);
  const paid = captures.filter((capture) => outcomeOf(capture) === 'paid');
  return {
    outcome: decisiveCapture ? outcomeOf(decisiveCapture) : (ownValue(outcomes, status) ?? 'unknown'),
    id,
    reference: wordOf(units[0]?.custom_id) ?? decisiveCapture?.reference ?? wordOf(units[0]?.reference_id),
    paid: paid.map(({ id: transactionId, charge }) => {
      if (!charge) throw new ProviderUnreachable('returned a payment without an amount');
      return { transactionId, charge };
    }),
    mode,
    code: decisiveCapture ? `${status}:${decisiveCapture.status}` : status,
  };
}

/** Finds the refund of an order with a key. */
export function refundOf(order: Json, key: string): RefundEvidence | undefined {
  const units = jsonListOf(order?.purchase_units);
  const refunds = units.flatMap((unit) => jsonListOf(unit?.payments?.refunds));
  const refund = refunds.find((candidate) => candidate?.invoice_id === key);
  return refund && readRefund(refund);
}

/** @throws ProviderUnreachable when the refund is unparseable */
export function readRefund(payload: Json): RefundEvidence {
  const [id, status] = [wordOf(payload?.id), wordOf(payload?.status)];
  if (!id || !status) throw new ProviderUnreachable('returned an unparseable refund');
  return { outcome: ownValue(refundOutcomes, status) ?? 'unknown', id, code: status };
}

function readCapture(payload: Json): Capture {
  const [id, status] = [wordOf(payload?.id), wordOf(payload?.status)];
  if (!id || !status) throw new ProviderUnreachable('returned an unparseable payment');
  const charge = chargeOf(payload.amount?.value, payload.amount?.currency_code);
  return { id, status, charge, reference: wordOf(payload.custom_id) };
}

const outcomeOf = ({ status }: Capture): Outcome => ownValue(captureOutcomes, status) ?? 'unknown';

/** Paid captures take precedence over pending ones, and pending ones over refused ones. */
const decisiveCaptureOf = (captures: readonly Capture[]): Capture | undefined =>
  captures.find((capture) => outcomeOf(capture) === 'paid') ??
  captures.find((capture) => outcomeOf(capture) === 'pending') ??
  captures.at(-1);

const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
