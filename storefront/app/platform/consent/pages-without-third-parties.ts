import { confirmEmailPath, newPasswordPath } from '@fynbos/core/accounts/mailed-link-paths.ts';
import { newsletterPath, normalPath, orderPayPath, orderTrackingPath, paymentLinkPath } from '../../paths.ts';

/**
 * Pages without third-party scripts, whatever the consent: the card payment page, and pages whose address
 * is a secret (mailed links, payment links), because a tag manager reads addresses.
 */
const closed = [
  ...[orderPayPath, paymentLinkPath, orderTrackingPath],
  ...[newsletterPath, newPasswordPath, confirmEmailPath],
].map(normalPath);

export function isPageWithoutThirdParties(path: string): boolean {
  return closed.includes(normalPath(path));
}
