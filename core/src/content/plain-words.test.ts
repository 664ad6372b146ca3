import { expect, test } from 'vitest';
import { isPlainWords, plainWords } from './plain-words.ts';

test.each(['Delivery & returns', 'Under 5 < 6 kg', 'R650 >', 'Größe “M”', '1 <2'])('%j is plain', (text) => {
  expect(isPlainWords(text)).toBe(true);
  expect(plainWords(text)).toBe(text);
});

test.each([
  ['<b>About</b>', 'b>About/b>'],
  ['A<!-- x -->', 'A!-- x -->'],
  ['two\nlines', 'two lines'],
  ['abc\u202Ecba', 'abc cba'],
  ['<<img src=x>', 'img src=x>'],
  ['<\u0000img src=x>', '< img src=x>'],
])('%j is not, and becomes harmless', (text, words) => {
  expect(isPlainWords(text)).toBe(false);
  expect(plainWords(text)).toBe(words);
  expect(plainWords(text)).not.toMatch(/<[a-z/!?]/i);
});
