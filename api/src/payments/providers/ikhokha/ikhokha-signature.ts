import { createHmac } from 'node:crypto';

/**
 * Signs as the vendor's samples do: hex HMAC-SHA256 over the path and the exact bytes of the body, with a
 * backslash before every backslash and quotation mark, and NUL as `\\0`. The query string is not signed.
 */
export function ikhokhaSignature(path: string, body: string, appSecret: string): string {
  const escaped = (path + body).replace(/[\\"']/g, '\\$&').replaceAll('\0', '\\0');
  return createHmac('sha256', appSecret).update(escaped).digest('hex');
}
