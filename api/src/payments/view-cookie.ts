import { webHook } from '@fynbos/core/payments/contract.ts';
import type { Cookie } from '../accounts/cookies.ts';

/**
 * Shows a browser for a day how the payment stands that it began (`routes.ts` gives it). It ends with the login, too:
 * who is at this browser next is somebody else (T24).
 */
export const viewCookie: Cookie = {
  name: 'fynbos-payment',
  path: webHook.path.slice(0, webHook.path.indexOf('/{')),
  ms: 24 * 60 * 60 * 1000,
};
