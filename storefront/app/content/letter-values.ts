import { emailFault } from '@fynbos/core/accounts/fields.ts';
import type { sendMail } from '@fynbos/core/content/contract.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { Faults, Values } from '../accounts/form-checks.ts';

export const longestSubject = 200;
export const longestLetter = 5000;

// What a text that was pasted may bring along and nobody sees; the API takes plain text only.
const hidden = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** What is wrong with a letter to the shop, by field; the fields are named as the API names them. */
export function checkLetter({ sourceAddress = '', subject = '', emailText = '' }: Values): Faults {
  const faults: [string, Faults[string] | undefined][] = [
    ['sourceAddress', emailFault(sourceAddress)],
    ['subject', textFault(subject, longestSubject)],
    ['emailText', textFault(emailText, longestLetter)],
  ];
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined)) as Faults;
}

function textFault(text: string, longest: number): Faults[string] | undefined {
  if (text.trim() === '') return 'required';
  return text.length > longest ? 'too_long' : undefined;
}

/** The letter that a form holds. */
export function letterOf(values: Values, token: string, locale: string): BodyOf<typeof sendMail> {
  const { sourceAddress = '', subject = '', emailText = '', confirmation } = values;
  return {
    token,
    sourceAddress: sourceAddress.trim(),
    subject: subject.replace(hidden, ' ').trim(),
    emailText: emailText.replace(hidden, (sign) => (/[\r\n\t]/.test(sign) ? sign : '')).trim(),
    confirmation: confirmation !== undefined,
    locale,
  };
}
