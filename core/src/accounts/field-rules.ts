import { cleanCode, cleanLine, cleanNumber } from '../clean-text.ts';

/**
 * Validation error of one field, shared by server and browser. The storefront shows it as `field.<error>`
 * (spec D34).
 */
export type FieldError =
  | 'required'
  | 'name_short'
  | 'email_invalid'
  | 'password_short'
  | 'password_long'
  | 'password_common'
  | 'passwords_differ'
  | 'postcode_digits'
  | 'postcode_short'
  | 'tax_id_short'
  | 'phone_invalid'
  | 'province_unknown'
  | 'country_unknown'
  | 'too_long'
  | 'terms_needed'
  | 'post_box';

export const shortestPassword = 8;
export const maxPasswordLength = 128;
export const maxFieldLength = 255;

/** Writing systems in which one character is a whole name. */
const cjkCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Validates a name: at least `shortestName` letters of any script, or one of Han, Kana or Hangul (spec D34).
 */
export function validateName(name: string, shortestName: number): FieldError | undefined {
  if (cleanLine(name) === '') return 'required';
  if (name.length > maxFieldLength) return 'too_long';
  if (cjkCharacter.test(name)) return undefined;
  return (name.match(/\p{L}/gu)?.length ?? 0) < shortestName ? 'name_short' : undefined;
}

// The pattern of `<input type=email>`, so that browser and server agree.
const email =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Validates an e-mail address by the HTML standard; at most 254 characters. */
export function validateEmail(address: string): FieldError | undefined {
  // NFC makes the Kelvin sign a K: a look-alike must not become the address of another person (T6).
  if (address.includes('\u212a')) return 'email_invalid';
  const cleaned = cleanCode(address);
  if (cleaned === '') return 'required';
  return cleaned.length <= 254 && email.test(cleaned) ? undefined : 'email_invalid';
}

/** Normalizes an address for comparison and storage: cleaned and in lower case. */
export const normalEmail = (address: string): string => cleanCode(address).toLowerCase();

/** Validates a new password: 8 to 128 characters. The server also rejects common passwords (spec D34). */
export function validatePassword(password: string): FieldError | undefined {
  if (password === '') return 'required';
  const characters = [...password].length;
  if (characters < shortestPassword) return 'password_short';
  return characters > maxPasswordLength ? 'password_long' : undefined;
}

/** Validates a postal code: four digits in South Africa, at least three characters elsewhere (spec D34). */
export function validatePostcode(postcode: string, country: string): FieldError | undefined {
  const cleaned = cleanNumber(postcode);
  if (cleaned === '') return 'required';
  if (country === 'ZA') return /^\d{4}$/.test(cleaned) ? undefined : 'postcode_digits';
  return cleaned.length < 3 ? 'postcode_short' : undefined;
}

/** Validates a tax number. It is optional; otherwise it has at least three characters. */
export function validateTaxId(taxId: string): FieldError | undefined {
  const cleaned = cleanNumber(taxId);
  return cleaned !== '' && cleaned.length < 3 ? 'tax_id_short' : undefined;
}

/**
 * Normalizes a telephone number to E.164: `0027…` and `+27…` become `+27821234567`, and so does `082 123
 * 4567` in a South African address. In any other country a number needs its `+`. South African numbers have
 * nine digits after the country code.
 * @param country the country of the address; elsewhere the same digits are another number
 * @returns undefined when the text is not a telephone number
 */
export function normalPhone(typed: string, country: string): string | undefined {
  const digits = cleanNumber(typed)
    .replace(/[ ().-]/g, '')
    .replace(/^00/, '+');
  const forms = country === 'ZA' ? /^(?:(?:\+27|27)0?|0)([1-8]\d{8})$/ : /^\+270?([1-8]\d{8})$/;
  const southAfrican = forms.exec(digits)?.[1];
  if (southAfrican) return `+27${southAfrican}`;
  return /^\+(?!27)[1-9]\d{6,13}$/.test(digits) ? digits : undefined;
}
