import type { RawHook, ReadHook } from '../payment-provider.ts';
import { instantOf, type Json, jsonOf, wordOf } from '../provider-response.ts';
import { hookText } from '../web-hook-body.ts';
import { paypalDisputeNameOf } from './paypal-disputes.ts';

/** PayPal retries a delivery for this long. */
const maxRetryMs = 3 * 24 * 60 * 60_000;

const proofHeaders = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;

/** A well-formed web-hook that PayPal has not verified yet. */
export interface UnprovenHook {
  /**
   * The verification request with the event exactly as received: serialised differently its signature may
   * not match.
   */
  verificationBody: string;
  read: Extract<ReadHook, { ok: true }>;
}

/** Reads a web-hook before its verification. */
export function readPaypalWebHook(
  hook: RawHook,
  webHookId: string,
  now: number,
): UnprovenHook | Extract<ReadHook, { ok: false }> {
  const text = hookText(hook);
  const event = jsonOf(text);
  const [id, type] = [wordOf(event?.id), wordOf(event?.event_type)];
  if (!id || !type) return { ok: false, reason: 'malformed' };
  const proof = proofOf(hook);
  if (!proof) return { ok: false, reason: 'bad_signature' };
  const sent = instantOf(proof.transmission_time)?.getTime();
  if (sent === undefined) return { ok: false, reason: 'malformed' };
  if (now - sent > maxRetryMs) return { ok: false, reason: 'stale' };
  const session = sessionOf(type, event.resource);
  // Without a payment that can be ours, verification is unnecessary.
  const dispute = type.startsWith('CUSTOMER.DISPUTE.') ? paypalDisputeNameOf(event.resource) : undefined;
  if (session.id === undefined && session.reference === undefined && !dispute)
    return { ok: false, reason: 'malformed' };
  const proofJson = JSON.stringify({ ...proof, webhook_id: webHookId });
  return {
    verificationBody: `${proofJson.slice(0, -1)},"webhook_event":${text}}`,
    read: {
      ok: true,
      dedupeKey: id,
      session,
      ...(dispute && { dispute }),
      claims: claimsOf(type, event),
    },
  };
}

function proofOf({ headers }: RawHook): Record<keyof typeof proofHeaders, string> | undefined {
  const proof = Object.entries(proofHeaders).map(([field, header]) => [field, headers[header]]);
  const isWhole = proof.every(
    ([, value]) => typeof value === 'string' && value !== '' && value.length <= 500,
  );
  return isWhole ? Object.fromEntries(proof) : undefined;
}

/** An order event is about the order itself; a payment event names its order. */
function sessionOf(
  type: string,
  resource: Json,
): { id?: string | undefined; reference?: string | undefined } {
  if (type.startsWith('CHECKOUT.ORDER.'))
    return { id: wordOf(resource?.id), reference: wordOf(resource?.purchase_units?.[0]?.custom_id) };
  return {
    id: wordOf(resource?.supplementary_data?.related_ids?.order_id),
    reference: wordOf(resource?.custom_id),
  };
}

const claimsOf = (type: string, { resource }: Json): string =>
  [type, wordOf(resource?.status)].filter(Boolean).join(' ');
