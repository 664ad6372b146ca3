import { createCipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** How each provider signs its messages (spec payments 2), independent of any payment. */

/** Ozow: SHA-512 of the concatenated values and the private key, in lower case. */
export const ozowHash = (values: readonly string[], privateKey: string): string =>
  createHash('sha512')
    .update((values.join('') + privateKey).toLowerCase())
    .digest('hex');

/** iKhokha: HMAC of the path and the body, escaped as in a script, with the application's secret. */
export const ikhokhaSign = (path: string, body: string, secret: string): string =>
  createHmac('sha256', secret)
    .update((path + body).replace(/[\\'"]/g, '\\$&').replaceAll('\0', '\\0'))
    .digest('hex');

/** OPPWA signs nothing; encryption with the shared key authenticates the message. */
export function oppwaEncrypt(text: string, key: string, iv = randomBytes(12)) {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    .toString('hex')
    .toUpperCase();
  return {
    body,
    iv: iv.toString('hex').toUpperCase(),
    tag: cipher.getAuthTag().toString('hex').toUpperCase(),
  };
}

/**
 * PayPal signs the id, the time, the web-hook's id and a checksum of the body. The real PayPal uses the key
 * of a certificate; in both cases shops verify the signature by calling PayPal.
 */
export const paypalSign = (
  { id, time, webHookId, body }: { id: string; time: string; webHookId: string; body: string },
  secret: string,
): string =>
  createHmac('sha256', secret)
    .update(`${id}|${time}|${webHookId}|${crc32(body)}`)
    .digest('base64');

/** Compares two strings in constant time. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}

const ownSecret = 'sandbox-access-tokens';

/** A self-contained signed access token, so that it survives a restart of the sandbox. */
export function accessToken(forWhom: string, endsAt: number): string {
  const text = `${forWhom}.${endsAt}.${randomBytes(4).toString('hex')}`;
  return `${text}.${createHmac('sha256', ownSecret).update(text).digest('hex')}`;
}

export function isAccessToken(token: string, forWhom: string, now: number): boolean {
  const [whom, endsAt, salt, proof = ''] = token.split('.');
  const expected = createHmac('sha256', ownSecret).update(`${whom}.${endsAt}.${salt}`).digest('hex');
  return whom === forWhom && Number(endsAt) > now && isSame(proof, expected);
}
