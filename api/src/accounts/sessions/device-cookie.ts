import { createHmac, timingSafeEqual } from 'node:crypto';
import { newToken } from '../../platform/security/random-token.ts';
import type { Customer } from '../customers/customer-store.ts';

/**
 * Identifies a browser that has logged in to an account before, or has used a link mailed to it: a random
 * name, signed together with the account and the stored form of its password, so that it ends when the
 * password changes. The login limits caused by others on that account do not apply to it (T7). It does not
 * grant access.
 */
export function newDeviceToken(account: Account, secret: string): string {
  const name = newToken();
  return `${name}.${signature(name, account, secret)}`;
}

type Account = Pick<Customer, 'email' | 'password_hash'>;

/** Returns the name in a device token that the shop issued for this account and its present password. */
export function findDevice(
  deviceToken: string | undefined,
  account: Account | undefined,
  secret: string,
): string | undefined {
  if (!account) return undefined;
  const [name = '', signed = ''] = (deviceToken ?? '').split('.');
  const right = Buffer.from(signature(name, account, secret));
  const presented = Buffer.from(signed);
  return presented.length === right.length && timingSafeEqual(presented, right) ? name : undefined;
}

const signature = (name: string, { email, password_hash }: Account, secret: string): string =>
  createHmac('sha256', secret).update(`${name}\n${email}\n${password_hash}`).digest('base64url');
