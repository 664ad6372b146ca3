import { expect, test } from 'vitest';
import { isGuessableCode } from './code-strength.ts';

test.each([
  ['', true],
  ['ABC', true],
  ['GIFT-30', true],
  ['R100-CARD-7', true],
  ['7F3KQ0ZM9TW', true],
  ['7F3KQ0ZM9TWA', false],
  ['FYN-7F3K-Q0ZM-9TWAX', false],
  ['ABCDEFGHIJKL', true],
  ['ABCDEFGHIJKLM', false],
  ['123456789012345678', true],
  ['1234567890123456789', false],
  ['A-B-C-D-E-F-G-H-I-J', true],
  ['------------------------', true],
])('%s is guessed by trying: %s (T2)', (code, guessable) => {
  expect(isGuessableCode(code)).toBe(guessable);
});
