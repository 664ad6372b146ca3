import { isRecord } from '../../is-record.ts';
import { sameText } from '../../same-text.ts';
import { hookText } from './hook-text.ts';
import { ikSign } from './ik-sign.ts';
import type { RawHook, ReadHook } from './provider.ts';
import { jsonOf, wordOf } from './read-answer.ts';

/** What it says moves nothing: it has no amount, and is a reason to ask. */
export function readCallBack(
  hook: RawHook,
  { appId, appSecret }: { appId: string; appSecret: string },
): ReadHook {
  const { headers, url } = hook;
  const to = URL.parse(url, 'http://localhost');
  const [app, signed] = [headers['ik-appid'], headers['ik-sign']];
  if (!to || typeof app !== 'string' || typeof signed !== 'string') return { ok: false, reason: 'malformed' };
  // Who does not even know whom it is for costs no signature.
  if (!sameText(app, appId)) return { ok: false, reason: 'bad_signature' };
  const raw = hookText(hook);
  const json = jsonOf(raw);
  const { text: _, ...said } = isRecord(json) ? json : {};
  // As the bytes came; or, as their guide has it, written anew without the field `text`.
  const texts = isRecord(json) ? [raw, JSON.stringify(said)] : [raw];
  const rightly = texts.map((text) => sameText(signed.toLowerCase(), ikSign(to.pathname, text, appSecret)));
  if (!rightly.includes(true)) return { ok: false, reason: 'bad_signature' };
  const [id, status] = [wordOf(said.paylinkID), wordOf(said.status)];
  if (!id || !status) return { ok: false, reason: 'malformed' };
  const reference = wordOf(said.externalTransactionID);
  return { ok: true, dedupeKey: `${id}:${status}`, session: { id, reference }, claims: status };
}
