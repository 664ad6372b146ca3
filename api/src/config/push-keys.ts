import { createECDH } from 'node:crypto';

const curve = 'prime256v1';

/** Creates the shop's key pair for push messages (RFC 8292), as base64url for the operator's settings. */
export function newPushKeys(): { publicKey: string; privateKey: string } {
  const pair = createECDH(curve);
  pair.generateKeys();
  // A number with leading zeroes is written without them, but a key always has 32 bytes.
  const secret = Buffer.alloc(32);
  const number = pair.getPrivateKey();
  number.copy(secret, 32 - number.length);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
}

/** Whether the two keys form a pair. */
export function arePushKeys(publicKey: string, privateKey: string): boolean {
  if (!/^[\w-]{87}$/.test(publicKey) || !/^[\w-]{43}$/.test(privateKey)) return false;
  try {
    const pair = createECDH(curve);
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}
