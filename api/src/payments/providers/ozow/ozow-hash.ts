import { createHash } from 'node:crypto';

/** SHA-512 over all values in order and the private key, in lower case (hub.ozow.com, "Hash check"). */
export function hashCheck(values: readonly string[], privateKey: string): string {
  return createHash('sha512')
    .update([...values, privateKey].join('').toLowerCase())
    .digest('hex');
}
