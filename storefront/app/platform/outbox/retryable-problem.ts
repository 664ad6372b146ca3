import type { ApiProblem } from '../api/api-problem.ts';

/** Statuses below 500 after which the same call may succeed: timeout, too early, too many requests. */
const passing = new Set([408, 425, 429]);

/** Whether the failure may be temporary: the shop was not reached or is busy. */
export function isRetryable({ status }: Pick<ApiProblem, 'status'>): boolean {
  return status >= 500 || passing.has(status);
}

/**
 * No response, a response that is not from the shop (captive portal, gateway), or a shop without its
 * database.
 */
const unanswered =
  /^(unreachable|timeout|bad_content_type|network_sign_in|wrong_format|unavailable|not_ready)$/;

/**
 * Whether the shop was reached and failed. Only that counts as an attempt (spec D25); a dead connection
 * does not.
 */
export function isShopProblem({ status, code }: Pick<ApiProblem, 'status' | 'code'>): boolean {
  return status >= 500 && !unanswered.test(code);
}
