import { newPasswordPath } from '@fynbos/core/accounts/new-password-path.ts';
import { newsletterPath, orderPayPath } from '../../paths.ts';

/**
 * Pages without third-party scripts, whatever the consent: the card payment page, and pages whose address
 * is a secret (mailed links), because a tag manager reads addresses.
 */
const closed = [orderPayPath, newsletterPath, newPasswordPath].map((path) => path.toLowerCase());

export function isClosed(path: string): boolean {
  return closed.includes(path.toLowerCase().replace(/\/+$/, ''));
}
