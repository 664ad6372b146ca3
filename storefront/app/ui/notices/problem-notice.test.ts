import { expect, test } from 'vitest';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { compileCatalogue } from '../../platform/i18n/message-compiler.ts';
import { readCatalogue } from '../../platform/i18n/messages-plugin.ts';
import { makeText } from '../../platform/i18n/text.ts';
import { problemMessage, refusalNotice } from './problem-notice.ts';

const { t } = makeText('en-US', compileCatalogue(readCatalogue('en-US')));
const messageFor = (code: string, known = {}) => refusalNotice(new ApiProblem(code, known), t)?.message;

test('refusalNotice shows a refusal as an error with OK (UI-2)', () => {
  const notice = refusalNotice(new ApiProblem('session_not_found'), t);
  expect(notice).toMatchObject({
    kind: 'error',
    message: 'This session has already ended.',
    action: { label: 'OK' },
  });
});

test.each([
  ['a token refresh is in progress', 'token_refused', {}],
  ['a host behind the shop was not found', 'ENOTFOUND', {}],
  ['the problem has no message', 'unnamed', { sentence: '' }],
])('refusalNotice shows nothing when %s', (_where, code, known) => {
  expect(messageFor(code, known)).toBeUndefined();
});

test('refusalNotice reports an endpoint that the API lacks as a feature that is not available', () => {
  for (const code of ['path_not_found', 'method_not_allowed'])
    expect(messageFor(code)).toBe('This feature is not available yet.');
  expect(messageFor('unnamed', { status: 501, sentence: 'Not Implemented' })).toBe(
    'This feature is not available yet.',
  );
});

test('refusalNotice has a message for each kind of unreadable response (SHELL-5)', () => {
  expect(messageFor('bad_content_type')).toBe('Error with response - bad content-type!');
  expect(messageFor('wrong_format')).toBe('Unhandled error, wrong response format!');
});

test('refusalNotice reports an unexpected error as something that went wrong', () => {
  expect(refusalNotice(new RangeError('x'), t)?.message).toBe(
    'Something went wrong, try again in a few seconds',
  );
});

test('problemMessage gives problems of cart and outbox the same messages', () => {
  expect(problemMessage({ code: 'path_not_found', sentence: 'Nothing here.' }, t)).toBe(
    'This feature is not available yet.',
  );
  expect(problemMessage({ code: 'invented_tomorrow' }, t)).toBe(t('error.lead'));
});
