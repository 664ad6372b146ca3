import { validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import type { sendMail } from '@fynbos/core/content/contract.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { FieldErrors, Values } from '../../ui/forms/form-values.ts';

export const maxSubjectLength = 200;
export const maxMessageLength = 5000;

// Invisible characters that pasted text may contain; the API accepts plain text only.
const hidden = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** Validates a contact message and returns the errors by field, named as in the API. */
export function validateContactMessage({
  sourceAddress = '',
  subject = '',
  emailText = '',
}: Values): FieldErrors {
  const errors: [string, FieldErrors[string] | undefined][] = [
    ['sourceAddress', validateEmail(sourceAddress)],
    ['subject', validateText(subject, maxSubjectLength)],
    ['emailText', validateText(emailText, maxMessageLength)],
  ];
  // The filter keeps only fields with an error.
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined)) as FieldErrors;
}

function validateText(text: string, maxLength: number): FieldErrors[string] | undefined {
  if (text.trim() === '') return 'required';
  return text.length > maxLength ? 'too_long' : undefined;
}

/** The contact message of a form. */
export function contactMessageOf(values: Values, token: string, locale: string): BodyOf<typeof sendMail> {
  const { sourceAddress = '', subject = '', emailText = '', confirmation } = values;
  return {
    token,
    sourceAddress: sourceAddress.trim(),
    subject: subject.replace(hidden, ' ').trim(),
    emailText: emailText.replace(hidden, (character) => (/[\r\n\t]/.test(character) ? character : '')).trim(),
    confirmation: confirmation !== undefined,
    locale,
  };
}
