import { expect, test } from 'vitest';
import { isPlainTitle, withoutMarkup } from './markup-free-text.ts';

test.each(['Delivery & returns', 'Under 5 < 6 kg', 'R650 >', 'Größe “M”', '1 <2'])(
  'isPlainTitle accepts %j',
  (text) => {
    expect(isPlainTitle(text)).toBe(true);
    expect(withoutMarkup(text)).toBe(text);
  },
);

test.each([
  ['<b>About</b>', 'b>About/b>'],
  ['A<!-- x -->', 'A!-- x -->'],
  ['two\nlines', 'two lines'],
  ['abc\u202Ecba', 'abc cba'],
  ['<<img src=x>', 'img src=x>'],
  ['<\u0000img src=x>', '< img src=x>'],
])('isPlainTitle rejects %j, and withoutMarkup makes it safe', (text, cleaned) => {
  expect(isPlainTitle(text)).toBe(false);
  expect(withoutMarkup(text)).toBe(cleaned);
  expect(withoutMarkup(text)).not.toMatch(/<[a-z/!?]/i);
});
