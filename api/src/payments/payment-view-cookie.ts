import { webHook } from '@fynbos/core/payments/contract.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Cookie, findCookie, setCookie } from '../platform/http/cookies.ts';

const path = webHook.path.slice(0, webHook.path.indexOf('/{'));
const ms = 24 * 60 * 60 * 1000;

/**
 * Lets a browser see for one day the status of the payment it started last (`routes.ts` sets it). It also ends
 * with the login: the next user of this browser may be another person (T24).
 */
export const viewCookie: Cookie = { name: 'fynbos-payment', path, ms };

/** The same for the last payments that this browser started, oldest first. */
export const earlierViewsCookie: Cookie = { name: 'fynbos-payments', path, ms };

const maxPayments = 10;
/** A token has no such character. */
const separator = '.';

/**
 * Returns the tokens of the payments that a browser started. The newest one is added to the list here and not
 * where it is set: the page of a payment link sets it, and receives no cookie of the API.
 */
export function viewTokensOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): string[] {
  const last = findCookie(request, viewCookie, secure);
  const earlier = findCookie(request, earlierViewsCookie, secure)?.split(separator).slice(-maxPayments) ?? [];
  if (!last || earlier.at(-1) === last) return earlier;
  const tokens = [...earlier.filter((token) => token !== last), last].slice(-maxPayments);
  setCookie(reply, earlierViewsCookie, tokens.join(separator), secure);
  return tokens;
}
