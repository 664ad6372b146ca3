import { centsToDecimal, centsToText } from '@fynbos/core/money.ts';
import { ProviderRefused, type RefundEvidence, type Refunding } from '../payment-provider.ts';
import type { ProviderClient } from '../provider-request.ts';
import { wordOf } from '../provider-response.ts';
import { amountOf, granted, needed, requireOk, rowsOf, safeReasonOf } from '../response-checks.ts';
import { hashCheck } from './ozow-hash.ts';

/** Statuses of hub.ozow.com/docs/step-3-refund-processing: a final one can still turn into `Returned`. */
const refundOutcomes = new Map<string, RefundEvidence['outcome']>([
  ['Pending', 'accepted'],
  ['Submitted', 'accepted'],
  ['Complete', 'succeeded'],
  ['Failed', 'failed'],
  ['Cancelled', 'failed'],
  ['Invalid', 'failed'],
  ['Returned', 'returned'],
]);

/** Token request for refunds; payments need no token. */
export function refundsToken({ url, siteCode, apiKey }: Record<'url' | 'siteCode' | 'apiKey', string>) {
  return {
    method: 'POST' as const,
    url: `${url}/token`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      apikey: apiKey,
    },
    body: String(new URLSearchParams({ grant_type: 'password', siteCode })),
  };
}

/** Ozow has no idempotency keys: the shop finds an earlier refund by its reason, which is the key. */
export async function findOzowRefund(
  sendRequest: ProviderClient,
  url: string,
  refund: Refunding,
): Promise<RefundEvidence> {
  const params = new URLSearchParams({ transactionId: refund.transactionId });
  const response = await sendRequest({
    method: 'GET',
    url: `${url}/secure/refunds/getrefundsbytransactionid?${params}`,
    headers: { accept: 'application/json' },
  });
  const row = rowsOf(requireOk(response)).find(({ refundReason }) => refundReason === refund.key);
  if (!row) return { outcome: 'not_found', id: undefined, code: 'no rows' };
  const word = wordOf(row.status) ?? 'unreadable';
  const same = amountOf(row.amount) === refund.charge.cents;
  const outcome = same ? (refundOutcomes.get(word) ?? 'unknown') : 'unknown';
  return { outcome, id: needed(wordOf(row.refundId), 'refundId'), code: same ? word : 'another amount' };
}

/**
 * Submits a refund; its final status follows. A repeated request is a second refund: call `findRefund`
 * first.
 */
export async function submitRefund(
  sendRequest: ProviderClient,
  { url, privateKey }: Record<'url' | 'privateKey', string>,
  refund: Refunding,
): Promise<RefundEvidence> {
  const response = await sendRequest({
    method: 'POST',
    url: `${url}/secure/refunds/submit`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify([refundRequest(refund, privateKey)]),
  });
  const rows = rowsOf(granted(response, ({ errorMessage }) => errorMessage));
  const row = needed(
    rows.find(({ transactionId }) => transactionId === refund.transactionId),
    'refund',
  );
  if (Array.isArray(row.errors) && row.errors.length > 0)
    throw new ProviderRefused(safeReasonOf(row.errors[0]) ?? 'errors');
  return { outcome: 'accepted', id: needed(wordOf(row.refundId), 'refundId'), code: 'Pending' };
}

function refundRequest({ transactionId, key, charge }: Refunding, privateKey: string) {
  const signed = [transactionId, centsToText(charge.cents), key, ''];
  return {
    transactionId,
    amount: centsToDecimal(charge.cents),
    refundReason: key,
    notifyUrl: '',
    isRtc: false,
    hashCheck: hashCheck(signed, privateKey),
  };
}
