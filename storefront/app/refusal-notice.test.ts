import { expect, test } from 'vitest';
import { ApiProblem } from './api-problem.ts';
import { compileCatalogue } from './i18n/catalogue.ts';
import { readCatalogue } from './i18n/messages-plugin.ts';
import { makeText } from './i18n/text.ts';
import { problemWords, refusalNotice } from './refusal-notice.ts';

const { t } = makeText('en-US', compileCatalogue(readCatalogue('en-US')));
const said = (code: string, known = {}) => refusalNotice(new ApiProblem(code, known), t)?.message;

test('a refusal is said, as an error with OK (UI-2)', () => {
  const notice = refusalNotice(new ApiProblem('session_not_found'), t);
  expect(notice).toMatchObject({
    kind: 'error',
    message: 'This login has ended already.',
    action: { label: 'OK' },
  });
});

test.each([
  ['a token refresh is being handled', 'token_refused', {}],
  ['a host behind the shop was not found', 'ENOTFOUND', {}],
  ['it has no words', 'unnamed', { sentence: '' }],
])('nothing is said where %s', (_where, code, known) => {
  expect(said(code, known)).toBeUndefined();
});

test('what an API lacks is a feature that is not there yet', () => {
  for (const code of ['path_not_found', 'method_not_allowed'])
    expect(said(code)).toBe('This feature is not available yet.');
  expect(said('unnamed', { status: 501, sentence: 'Not Implemented' })).toBe(
    'This feature is not available yet.',
  );
});

test('answers that make no sense have their two messages (SHELL-5)', () => {
  expect(said('bad_content_type')).toBe('Error with response - bad content-type!');
  expect(said('wrong_format')).toBe('Unhandled error, wrong response format!');
});

test('what is no refusal at all is something that went wrong', () => {
  expect(refusalNotice(new RangeError('x'), t)?.message).toBe(
    'Something went wrong, try again in a few seconds',
  );
});

test('what waited in a cart or would not go into it is told in the same words', () => {
  expect(problemWords({ code: 'path_not_found', sentence: 'Nothing here.' }, t)).toBe(
    'This feature is not available yet.',
  );
  expect(problemWords({ code: 'invented_tomorrow' }, t)).toBe(t('error.lead'));
});
