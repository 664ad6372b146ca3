import { ApiProblem, type ProblemView } from './api-problem.ts';
import type { Text } from './i18n/text.ts';
import type { NoticeText } from './ui/notices.ts';

/** Answers of an API that lacks what was asked of it: an older one, or one with the feature left out. */
const unimplemented = new Set<string>(['path_not_found', 'method_not_allowed']);

/** What a shopper is told of a refused call. */
export function problemWords(
  { code, status, messageId, values, sentence }: ProblemView,
  t: Text['t'],
): string {
  if (unimplemented.has(code) || status === 501) return t('error.notImplemented');
  return t(messageId, values, sentence);
}

/** Whoever handles these says so: the session that ended, with the login (accounts 8). */
const told = new Set<string>(['token_refused', 'ENOTFOUND']);

/** The notice for a refused call; undefined where nothing is to be said (UI-2). */
export function refusalNotice(error: unknown, t: Text['t']): NoticeText | undefined {
  const { view } = error instanceof ApiProblem ? error : new ApiProblem('internal');
  const message = told.has(view.code) ? '' : problemWords(view, t);
  return message === ''
    ? undefined
    : { kind: 'error', message, action: { label: t('notice.ok'), run: () => {} } };
}
