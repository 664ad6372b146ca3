import { isEqualInConstantTime } from '../../../platform/security/constant-time-equal.ts';
import type { RawHook, ReadHook } from '../payment-provider.ts';
import { wordOf } from '../provider-response.ts';
import { hookText } from '../web-hook-body.ts';
import { hashCheck } from './ozow-hash.ts';

/**
 * Fields that the signature of a notification covers, in this order
 * (hub.ozow.com/docs/step-2-process-ozow-response).
 */
const signedFields = [
  'SiteCode',
  'TransactionId',
  'TransactionReference',
  'Amount',
  'Status',
  'Optional1',
  'Optional2',
  'Optional3',
  'Optional4',
  'Optional5',
  'CurrencyCode',
  'IsTest',
  'StatusMessage',
];

/** A notification moves no money, so it is harmless that Ozow joins the signed values without a separator. */
export function readOzowWebHook(
  hook: RawHook,
  { siteCode, privateKey, mode }: { siteCode: string; privateKey: string; mode: 'test' | 'live' },
): ReadHook {
  const form = new URLSearchParams(hookText(hook));
  const value = (name: string) => form.get(name) ?? '';
  const [id, reference, status] = ['TransactionId', 'TransactionReference', 'Status'].map((name) =>
    wordOf(value(name)),
  );
  if (!id || !reference || !status || !value('Hash')) return { ok: false, reason: 'malformed' };
  const right = hashCheck(signedFields.map(value), privateKey);
  if (!isEqualInConstantTime(value('Hash').toLowerCase(), right) || value('SiteCode') !== siteCode)
    return { ok: false, reason: 'bad_signature' };
  if (/^true$/i.test(value('IsTest')) !== (mode === 'test')) return { ok: false, reason: 'wrong_mode' };
  return { ok: true, dedupeKey: `${id}:${status}`, session: { reference }, claims: status };
}
