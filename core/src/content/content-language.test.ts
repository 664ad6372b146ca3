import { expect, test } from 'vitest';
import { contentLanguage, wishedContentLanguage } from './content-language.ts';

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['IT_it', 'it'],
  ['en-ZA', 'en'],
  ['af-ZA', 'af'],
  ['sv-SE', undefined],
  ['deutsch', undefined],
  ['', undefined],
])('contentLanguage maps the locale %j to %j', (tag, language) => {
  expect(contentLanguage(tag)).toBe(language);
});

test.each([
  ['it,de;q=0.9', 'it'],
  ['sv, de;q=0.5, en;q=0.8', 'en'],
  ['sv-FI, de-CH;q=0.7', 'de'],
  ['de;q=0, it;q=0.1', 'it'],
  ['de;q=x, it', 'it'],
  ['*', undefined],
  ['', undefined],
  [`${'x,'.repeat(400)}de`, undefined],
])('wishedContentLanguage picks from Accept-Language %j the language %j', (acceptLanguage, language) => {
  expect(wishedContentLanguage(acceptLanguage)).toBe(language);
});
