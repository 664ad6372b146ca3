import { describe, expect, test } from 'vitest';
import {
  emailFault,
  nameFault,
  normalEmail,
  normalPhone,
  oneLine,
  passwordFault,
  postcodeFault,
  taxIdFault,
} from './fields.ts';

describe('fields as decision 34 wants them', () => {
  test.each([
    ['', 'required'],
    ['   ', 'required'],
    ['Jo', 'name_short'],
    ['12345', 'name_short'],
    ['J. P.', 'name_short'],
    ['Zoë', undefined],
    ['O’Brien', undefined],
    ['Ольга', undefined],
    ['ゆうこ', undefined],
    ['Ana', undefined],
    [`${'a'.repeat(256)}`, 'too_long'],
  ])('a name has three letters of any script: %j is %s', (name, fault) => {
    expect(nameFault(name)).toBe(fault);
  });

  test.each([
    ['', 'required'],
    ['a@b', undefined],
    ['thandi.nkosi+shop@example.co.za', undefined],
    [' thandi@example.co.za ', undefined],
    ['thandi@', 'email_invalid'],
    ['thandi@-example.co.za', 'email_invalid'],
    ['thandi@example..co.za', 'email_invalid'],
    ['thandi nkosi@example.co.za', 'email_invalid'],
    ['thandi@example.co.za\nBcc: x@example.com', 'email_invalid'],
    [`${'a'.repeat(250)}@b.za`, 'email_invalid'],
  ])('an e-mail address by the HTML standard: %j is %s', (address, fault) => {
    expect(emailFault(address)).toBe(fault);
  });

  test('an address is compared without spaces and capitals', () => {
    expect(normalEmail(' Thandi@Example.CO.ZA ')).toBe('thandi@example.co.za');
  });

  test.each([
    ['', 'required'],
    ['1234567', 'password_short'],
    ['12345678', undefined],
    ['🫖'.repeat(7), 'password_short'],
    ['🫖'.repeat(8), undefined],
    ['x'.repeat(128), undefined],
    ['x'.repeat(129), 'password_long'],
  ])('a password has 8 to 128 characters: %j is %s', (password, fault) => {
    expect(passwordFault(password)).toBe(fault);
  });

  test.each([
    ['8001', 'ZA', undefined],
    ['0001', 'ZA', undefined],
    ['801', 'ZA', 'postcode_digits'],
    ['80011', 'ZA', 'postcode_digits'],
    ['８００１', 'ZA', 'postcode_digits'],
    ['10115', 'DE', undefined],
    ['W1', 'GB', 'postcode_short'],
    ['', 'ZA', 'required'],
  ])('a postal code: %s in %s is %s', (postcode, country, fault) => {
    expect(postcodeFault(postcode, country)).toBe(fault);
  });

  test('a tax number may be left out, or has three characters', () => {
    expect([taxIdFault(''), taxIdFault('41'), taxIdFault('4123456789')]).toEqual([
      undefined,
      'tax_id_short',
      undefined,
    ]);
  });
});

test.each([
  '082 123 4567',
  '0821234567',
  '(082) 123-4567',
  '27821234567',
  '0027821234567',
  '+27 82 123 4567',
  '+27 (0)82 123 4567',
])('however a South African number is written, it is kept as one: %s', (typed) => {
  expect(normalPhone(typed, 'ZA')).toBe('+27821234567');
});

test.each([
  ['+49 30 123456', '+4930123456'],
  ['+44 20 7946 0958', '+442079460958'],
  ['011 555 0100', '+27115550100'],
  ['+2782123456', undefined],
  ['082 123 456', undefined],
  ['082 123 45678', undefined],
  ['092 123 4567', undefined],
  ['30 123456', undefined],
  ['+1', undefined],
  ['telephone', undefined],
  ['', undefined],
])('a number of another country needs its +, and each its digits: %j is %s', (typed, kept) => {
  expect(normalPhone(typed, 'ZA')).toBe(kept);
});

test('without a country in front a number is South African in South Africa only', () => {
  for (const typed of ['030 123 4567', '27821234567', '082 123 4567'])
    expect(normalPhone(typed, 'DE')).toBeUndefined();
  for (const [typed, kept] of [
    ['+27 82 123 4567', '+27821234567'],
    ['0027 (0)82 123 4567', '+27821234567'],
    ['+49 30 1234567', '+49301234567'],
    ['0049 30 1234567', '+49301234567'],
  ] as const)
    expect([typed, normalPhone(typed, 'DE')]).toEqual([typed, kept]);
});

test('text of a field is one line', () => {
  expect(oneLine(' a\r\nb\u2028c\u0000d\te ')).toBe('a b c d e');
});
