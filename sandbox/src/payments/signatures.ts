import { createCipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** How each provider proves that it is the one who speaks (payments 2), without knowing any payment. */

/** Ozow: the values in their order and the private key, in small letters, as SHA-512. */
export const ozowHash = (values: readonly string[], privateKey: string): string =>
  createHash('sha512')
    .update((values.join('') + privateKey).toLowerCase())
    .digest('hex');

/** iKhokha: the path and the bytes of the body, quoted as in a script, under the application's secret. */
export const ikhokhaSign = (path: string, body: string, secret: string): string =>
  createHmac('sha256', secret)
    .update((path + body).replace(/[\\'"]/g, '\\$&').replaceAll('\0', '\\0'))
    .digest('hex');

/** OPPWA signs nothing: whoever can read it was meant to. */
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
 * PayPal signs the id, the time, the web-hook's own id and a checksum of the body. The real one does it with the key
 * of a certificate; whom shops ask whether it is right is PayPal in both cases.
 */
export const paypalSign = (
  { id, time, webHookId, body }: { id: string; time: string; webHookId: string; body: string },
  secret: string,
): string =>
  createHmac('sha256', secret)
    .update(`${id}|${time}|${webHookId}|${crc32(body)}`)
    .digest('base64');

/** Whether two texts are the same, in a time that tells nothing. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}

const ownSecret = 'sandbox-access-tokens';

/** An access token that proves itself, so that a restart of the sandbox ends none. */
export function accessToken(forWhom: string, endsAt: number): string {
  const text = `${forWhom}.${endsAt}.${randomBytes(4).toString('hex')}`;
  return `${text}.${createHmac('sha256', ownSecret).update(text).digest('hex')}`;
}

export function isAccessToken(token: string, forWhom: string, now: number): boolean {
  const [whom, endsAt, salt, proof = ''] = token.split('.');
  const expected = createHmac('sha256', ownSecret).update(`${whom}.${endsAt}.${salt}`).digest('hex');
  return whom === forWhom && Number(endsAt) > now && isSame(proof, expected);
}
