import { expect, test } from 'vitest';
import { mailableAddressText, mailableName } from './typed-text.ts';

/** What a visitor typed in an order, in the mail to a mailbox that may be a stranger's (T21). */

test.each([
  '12 Kloof Street',
  'Unit 4, Protea Court',
  "St. George's Mall",
  'Plot 7/3',
  'Kapstraße 5',
  '東京都 1-2',
])('mailableAddressText keeps the address part %j', (text) => {
  expect(mailableAddressText(` ${text} `)).toBe(text);
});

test.each([
  '',
  'Win at evil.example',
  'www evil example',
  'https://evil',
  'me@evil',
  'Call 082 123 4567',
  'Call 0(82)-123.4567',
  '<b>12 Kloof Street</b>',
  '12 Kloof Street\nBcc: me',
  'x'.repeat(61),
])('mailableAddressText leaves out %j', (text) => {
  expect(mailableAddressText(text)).toBe('');
});

test.each(['Thandi', "D'Arcy", 'Anne-Marie', 'Mary Jane', 'Łukasz', '美咲'])(
  'mailableName keeps %j',
  (name) => {
    expect(mailableName(name)).toBe(name);
  },
);

test.each(['', 'evil.example', 'Win R5000', 'you have won a car', 'x'.repeat(31), '{shop}'])(
  'mailableName leaves out %j',
  (name) => {
    expect(mailableName(name)).toBe('');
  },
);
