import { ApiProblem, type ProblemView } from '../../platform/api/api-problem.ts';
import type { MessageId, Text } from '../../platform/i18n/text.ts';
import { type NoticeText, okAction } from './notices.ts';

/** Problem codes of an API that lacks an endpoint: an older API, or one with the feature left out. */
const unimplemented = new Set<string>(['path_not_found', 'method_not_allowed']);

/** The known fields of a refusal; `sentence` is the fallback when its own message is not loaded. */
type Refused = Partial<Pick<ProblemView, 'status' | 'values' | 'sentence'>> & { code: string };

/** The message for a shopper about a refused request, or about a request that the shop would refuse. */
export function problemMessage({ code, status, values, sentence }: Refused, t: Text['t']): string {
  if (unimplemented.has(code) || status === 501) return t('error.notImplemented');
  // A code without a message falls back to the sentence.
  return t(`problem.${code}` as MessageId, values, sentence ?? t('error.lead'));
}

/** Codes that are reported elsewhere: the ended session, for example, with the login (spec accounts 8). */
const reportedElsewhere = new Set<string>(['token_refused', 'ENOTFOUND']);

/** The notice for a refused request; undefined when there is nothing to report (UI-2). */
export function refusalNotice(error: unknown, t: Text['t']): NoticeText | undefined {
  const { view } = error instanceof ApiProblem ? error : new ApiProblem('internal');
  const message = reportedElsewhere.has(view.code) ? '' : problemMessage(view, t);
  return message === '' ? undefined : { kind: 'error', message, action: okAction(t) };
}
