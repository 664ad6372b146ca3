import type { Charge, Outcome } from '@fynbos/core/payments/attempt.ts';
import { type Evidence, ProviderUnreachable, type RefundEvidence } from './provider.ts';
import { chargeOf, type Json, listOf, wordOf } from './read-answer.ts';

const outcomes: Readonly<Record<string, Outcome>> = {
  CREATED: 'open',
  SAVED: 'open',
  PAYER_ACTION_REQUIRED: 'open',
  PENDING_APPROVAL: 'pending',
  APPROVED: 'approved',
  VOIDED: 'cancelled',
};

/** An order is complete whatever became of its money: its captures tell. */
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
 * What an order of PayPal says of a payment.
 *
 * @throws ProviderUnreachable where it cannot be read
 */
export function evidenceOf(order: Json, mode: 'test' | 'live'): Evidence {
  const [id, status] = [wordOf(order?.id), wordOf(order?.status)];
  if (!id || !status) throw new ProviderUnreachable('told of an order that cannot be read');
  const units = listOf(order.purchase_units);
  const captures = units.flatMap((unit) => listOf(unit?.payments?.captures)).map(readCapture);
  const telling = tellingOf(captures);
  const paid = captures.filter((capture) => outcomeOf(capture) === 'paid');
  return {
    outcome: telling ? outcomeOf(telling) : (own(outcomes, status) ?? 'unknown'),
    id,
    reference: wordOf(units[0]?.custom_id) ?? telling?.reference ?? wordOf(units[0]?.reference_id),
    paid: paid.map(({ id: transactionId, charge }) => {
      if (!charge) throw new ProviderUnreachable('told of a payment without its amount');
      return { transactionId, charge };
    }),
    mode,
    code: telling ? `${status}:${telling.status}` : status,
  };
}

/** The refunds of an order under one key. */
export function refundOf(order: Json, key: string): RefundEvidence | undefined {
  const units = listOf(order?.purchase_units);
  const refunds = units.flatMap((unit) => listOf(unit?.payments?.refunds));
  const refund = refunds.find((one) => one?.invoice_id === key);
  return refund && readRefund(refund);
}

/** @throws ProviderUnreachable where it cannot be read */
export function readRefund(said: Json): RefundEvidence {
  const [id, status] = [wordOf(said?.id), wordOf(said?.status)];
  if (!id || !status) throw new ProviderUnreachable('told of a refund that cannot be read');
  return { outcome: own(refundOutcomes, status) ?? 'unknown', id, code: status };
}

function readCapture(said: Json): Capture {
  const [id, status] = [wordOf(said?.id), wordOf(said?.status)];
  if (!id || !status) throw new ProviderUnreachable('told of a payment that cannot be read');
  const charge = chargeOf(said.amount?.value, said.amount?.currency_code);
  return { id, status, charge, reference: wordOf(said.custom_id) };
}

const outcomeOf = ({ status }: Capture): Outcome => own(captureOutcomes, status) ?? 'unknown';

/** Money before hope, hope before refusal. */
const tellingOf = (captures: readonly Capture[]): Capture | undefined =>
  captures.find((capture) => outcomeOf(capture) === 'paid') ??
  captures.find((capture) => outcomeOf(capture) === 'pending') ??
  captures.at(-1);

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
