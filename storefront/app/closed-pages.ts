import { newPasswordPath } from '@fynbos/core/accounts/new-password-path.ts';
import { newsletterPath, orderPayPath } from './paths.ts';

/**
 * Pages in which nobody else has a say, whatever was agreed to: where a card is paid with, and where the address itself
 * is a secret (mailed links), since a tag manager reads addresses.
 */
const closed = [orderPayPath, newsletterPath, newPasswordPath].map((path) => path.toLowerCase());

export function isClosed(path: string): boolean {
  return closed.includes(path.toLowerCase().replace(/\/+$/, ''));
}
