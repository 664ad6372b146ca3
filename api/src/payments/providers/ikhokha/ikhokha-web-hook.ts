import { createHmac } from 'node:crypto';
import { isRecord } from '../../../platform/json/is-record.ts';
import { isEqualInConstantTime } from '../../../platform/security/constant-time-equal.ts';
import type { RawHook, ReadHook } from '../payment-provider.ts';
import { jsonOf, wordOf } from '../provider-response.ts';
import { hookText } from '../web-hook-body.ts';

/** Reads a web-hook. It moves no money: it has no amount, and only triggers a query. */
export function readIkhokhaWebHook(
  hook: RawHook,
  { appId, appSecret }: { appId: string; appSecret: string },
): ReadHook {
  const { headers, url } = hook;
  const to = URL.parse(url, 'http://localhost');
  const [app, signed] = [headers['ik-appid'], headers['ik-sign']];
  if (!to || typeof app !== 'string' || typeof signed !== 'string') return { ok: false, reason: 'malformed' };
  // A callback for another application costs no signature check.
  if (!isEqualInConstantTime(app, appId)) return { ok: false, reason: 'bad_signature' };
  const raw = hookText(hook);
  const json = jsonOf(raw);
  const { text: _, ...payload } = isRecord(json) ? json : {};
  // Over the bytes as received; or, as the vendor's guide does, serialised without the field `text`.
  const texts = isRecord(json) ? [raw, JSON.stringify(payload)] : [raw];
  const rightly = texts.map((text) =>
    isEqualInConstantTime(signed.toLowerCase(), ikhokhaSignature(to.pathname, text, appSecret)),
  );
  if (!rightly.includes(true)) return { ok: false, reason: 'bad_signature' };
  const [id, status] = [wordOf(payload.paylinkID), wordOf(payload.status)];
  if (!id || !status) return { ok: false, reason: 'malformed' };
  const reference = wordOf(payload.externalTransactionID);
  return { ok: true, dedupeKey: `${id}:${status}`, session: { id, reference }, claims: status };
}

/**
 * Signs as the vendor's samples do: hex HMAC-SHA256 over the path and the exact bytes of the body, with a
 * backslash before every backslash and quotation mark, and NUL as `\\0`. The query string is not signed.
 */
export function ikhokhaSignature(path: string, body: string, appSecret: string): string {
  const escaped = (path + body).replace(/[\\"']/g, '\\$&').replaceAll('\0', '\\0');
  return createHmac('sha256', appSecret).update(escaped).digest('hex');
}
