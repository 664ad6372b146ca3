import { createHmac, timingSafeEqual } from 'node:crypto';
import { newToken } from '../../platform/security/random-token.ts';

/**
 * Identifies a browser that has logged in to an account before, or has used a link mailed to it: a random
 * name, signed together with the account. The login limits caused by others on that account do not apply to
 * it (T7). It does not grant access.
 */
export function newDeviceToken(email: string, secret: string): string {
  const name = newToken();
  return `${name}.${signature(name, email, secret)}`;
}

/** Returns the name in a device token that the shop issued for this account. */
export function findDevice(
  deviceToken: string | undefined,
  email: string,
  secret: string,
): string | undefined {
  const [name = '', signed = ''] = (deviceToken ?? '').split('.');
  const right = Buffer.from(signature(name, email, secret));
  const presented = Buffer.from(signed);
  return presented.length === right.length && timingSafeEqual(presented, right) ? name : undefined;
}

const signature = (name: string, email: string, secret: string): string =>
  createHmac('sha256', secret).update(`${name}\n${email}`).digest('base64url');
