import { createHmac, timingSafeEqual } from 'node:crypto';
import { newToken } from './token.ts';

/**
 * Marks a browser that has logged in to an account before, or has used a link mailed to it: a random name, signed together with the account. Who
 * shows it is not slowed down by what others try on that account (T7). It lets nobody in.
 */
export function newDeviceMark(email: string, secret: string): string {
  const name = newToken();
  return `${name}.${signature(name, email, secret)}`;
}

/** The name in a mark, if we made it for this account. */
export function findDevice(mark: string | undefined, email: string, secret: string): string | undefined {
  const [name = '', signed = ''] = (mark ?? '').split('.');
  const right = Buffer.from(signature(name, email, secret));
  const given = Buffer.from(signed);
  return given.length === right.length && timingSafeEqual(given, right) ? name : undefined;
}

const signature = (name: string, email: string, secret: string): string =>
  createHmac('sha256', secret).update(`${name}\n${email}`).digest('base64url');
