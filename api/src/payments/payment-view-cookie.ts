import { webHook } from '@fynbos/core/payments/contract.ts';
import type { Cookie } from '../platform/http/cookies.ts';

/**
 * Lets a browser see for one day the status of the payment it started (`routes.ts` sets it). It also ends
 * with the login: the next user of this browser may be another person (T24).
 */
export const viewCookie: Cookie = {
  name: 'fynbos-payment',
  path: webHook.path.slice(0, webHook.path.indexOf('/{')),
  ms: 24 * 60 * 60 * 1000,
};
