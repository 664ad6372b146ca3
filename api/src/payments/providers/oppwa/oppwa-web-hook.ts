import { createDecipheriv } from 'node:crypto';
import type { RawHook, ReadHook } from '../payment-provider.ts';
import { instantOf, jsonOf, wordOf } from '../provider-response.ts';
import { hookText } from '../web-hook-body.ts';
import { isDisputeType, oppwaDisputeNameOf } from './oppwa-disputes.ts';
import { worldOf } from './oppwa-result-codes.ts';

/** OPPWA retries for thirty days, and resends manually a little later. */
const maxAgeMs = 31 * 24 * 60 * 60_000;

/**
 * Reads a web-hook of OPPWA. It is encrypted with AES-256-GCM, so its sender must have the key. Only events
 * about payments name a payment to query.
 */
export function readOppwaWebHook(hook: RawHook, key: string, mode: 'test' | 'live', now: number): ReadHook {
  const sealed = sealedIn(hookText(hook).trim());
  if (!sealed) return { ok: false, reason: 'malformed' };
  const text = opened(hook, sealed, Buffer.from(key, 'hex'));
  if (text === undefined) return { ok: false, reason: 'bad_signature' };
  const event = jsonOf(text);
  const type = wordOf(event?.type);
  const id = wordOf(event?.payload?.id);
  if (type && type !== 'PAYMENT')
    return { ok: true, dedupeKey: `${type}:${id ?? 'none'}`, session: {}, claims: type };
  const code = wordOf(event?.payload?.result?.code);
  if (!type || !id || !code) return { ok: false, reason: 'malformed' };
  if ((worldOf(code) ?? mode) !== mode) return { ok: false, reason: 'wrong_mode' };
  const { ndc, merchantTransactionId, paymentType, timestamp } = event.payload;
  const dispute = oppwaDisputeNameOf(event.payload);
  // A chargeback names its payment, and a reversal its chargeback.
  if (isDisputeType(paymentType) && !dispute) return { ok: false, reason: 'malformed' };
  if (now - (instantOf(timestamp)?.getTime() ?? now) > maxAgeMs) return { ok: false, reason: 'stale' };
  return {
    ok: true,
    // One transaction may be reported twice with different results.
    dedupeKey: `${id}:${code}`,
    session: {
      // A refund's id does not identify a checkout; its reference is that of the refund.
      ...(paymentType === 'DB' && { id: wordOf(ndc) }),
      reference: wordOf(merchantTransactionId),
    },
    ...(dispute && { dispute }),
    claims: `${wordOf(paymentType) ?? '?'} ${code}`,
  };
}

/** The encrypted bytes: as hexadecimal text, or the same in JSON, which is the newer format. */
function sealedIn(text: string): Buffer | undefined {
  return hexOf(text.startsWith('{') ? jsonOf(text)?.encryptedBody : text);
}

function opened({ headers }: RawHook, sealed: Buffer, key: Buffer): string | undefined {
  const vector = hexOf(headers['x-initialization-vector']);
  const tag = hexOf(headers['x-authentication-tag']);
  if (!vector || vector.length > 16 || !tag) return undefined;
  try {
    // A shorter tag would be easier to guess.
    const decipher = createDecipheriv('aes-256-gcm', key, vector, { authTagLength: 16 });
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

const hexOf = (text: unknown): Buffer | undefined =>
  typeof text === 'string' && /^([\da-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : undefined;
