import type { ApiProblem } from '../api-problem.ts';

/** Statuses below 500 after which the same call may succeed: too slow, too early, too many. */
const passing = new Set([408, 425, 429]);

/** Whether the shop has not said no: it was not reached, or is busy. */
export function mayPass({ status }: Pick<ApiProblem, 'status'>): boolean {
  return status >= 500 || passing.has(status);
}

/** Nobody answered, or somebody who is not the shop: a captive portal, a gateway; or a shop that has no database just now. */
const unanswered = /^(unreachable|timeout|bad_content_type|wrong_format|unavailable|not_ready)$/;

/** Whether the shop was reached and could not do it. Only that counts as an attempt (decision 25): a dead line is no failure. */
export function hasFailed({ status, code }: Pick<ApiProblem, 'status' | 'code'>): boolean {
  return status >= 500 && !unanswered.test(code);
}
