import { ApiProblem, type ProblemView } from './api-problem.ts';
import type { MessageId, Text } from './i18n/text.ts';
import { type NoticeText, okAction } from './ui/notices.ts';

/** Answers of an API that lacks what was asked of it: an older one, or one with the feature left out. */
const unimplemented = new Set<string>(['path_not_found', 'method_not_allowed']);

/** What is known of a refusal where it is told; `sentence` is said where its own message is not loaded. */
type Refused = Partial<Pick<ProblemView, 'status' | 'values' | 'sentence'>> & { code: string };

/** What a shopper is told of a refused call, or of what the shop would refuse. */
export function problemWords({ code, status, values, sentence }: Refused, t: Text['t']): string {
  if (unimplemented.has(code) || status === 501) return t('error.notImplemented');
  return t(`problem.${code}` as MessageId, values, sentence ?? t('error.lead'));
}

/** Whoever handles these says so: the session that ended, with the login (accounts 8). */
const told = new Set<string>(['token_refused', 'ENOTFOUND']);

/** The notice for a refused call; undefined where nothing is to be said (UI-2). */
export function refusalNotice(error: unknown, t: Text['t']): NoticeText | undefined {
  const { view } = error instanceof ApiProblem ? error : new ApiProblem('internal');
  const message = told.has(view.code) ? '' : problemWords(view, t);
  return message === '' ? undefined : { kind: 'error', message, action: okAction(t) };
}
