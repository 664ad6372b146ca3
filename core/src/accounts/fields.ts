/** What is wrong with one field, as both sides know it; the storefront says it as `field.<fault>` (decision 34). */
export type FieldFault =
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

export const shortestName = 3;
export const shortestPassword = 8;
export const longestPassword = 128;
export const longestField = 255;

/** Text of one field on one line: what would begin a second one, in a mail or a log, becomes a space (T21). */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** A name: at least three letters of any script (accounts 5, decision 34). */
export function nameFault(name: string): FieldFault | undefined {
  if (name.trim() === '') return 'required';
  if (name.length > longestField) return 'too_long';
  return (name.match(/\p{L}/gu)?.length ?? 0) < shortestName ? 'name_short' : undefined;
}

// The pattern of <input type=email>, so that a browser and the server never disagree.
const email =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** An e-mail address by the HTML standard, at most 254 characters. */
export function emailFault(address: string): FieldFault | undefined {
  const given = address.trim();
  if (given === '') return 'required';
  return given.length <= 254 && email.test(given) ? undefined : 'email_invalid';
}

/** How an address is compared and kept: without spaces around it, in small letters. */
export const normalEmail = (address: string): string => address.trim().toLowerCase();

/** A new password: 8 to 128 characters; whether it is a common one the server knows (decision 34). */
export function passwordFault(password: string): FieldFault | undefined {
  if (password === '') return 'required';
  const characters = [...password].length;
  if (characters < shortestPassword) return 'password_short';
  return characters > longestPassword ? 'password_long' : undefined;
}

/** Four digits in South Africa, as text; at least three characters elsewhere (decision 34). */
export function postcodeFault(postcode: string, country: string): FieldFault | undefined {
  const given = postcode.trim();
  if (given === '') return 'required';
  if (country === 'ZA') return /^\d{4}$/.test(given) ? undefined : 'postcode_digits';
  return given.length < 3 ? 'postcode_short' : undefined;
}

/** A tax number may be left out; given, it has at least three characters. */
export function taxIdFault(taxId: string): FieldFault | undefined {
  const given = taxId.trim();
  return given !== '' && given.length < 3 ? 'tax_id_short' : undefined;
}

/**
 * A telephone number as E.164: `082 123 4567`, `0027…` and `+27…` are `+27821234567`; numbers of other
 * countries need their `+`. South African ones have nine digits after the code.
 *
 * @param country of the address it belongs to: only in South Africa a number without its country is one of there
 * @returns undefined when it is no telephone number
 */
export function normalPhone(typed: string, country: string): string | undefined {
  const digits = typed.replace(/[\s().-]/g, '').replace(/^00/, '+');
  const national = /^(?:\+?270?|0)([1-8]\d{8})$/.exec(digits)?.[1];
  if (national && (country === 'ZA' || digits[0] === '+')) return `+27${national}`;
  return /^\+(?!27)[1-9]\d{6,13}$/.test(digits) ? digits : undefined;
}
