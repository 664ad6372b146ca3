import { validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import { cleanLine, cleanText } from '@fynbos/core/clean-text.ts';
import type { sendMail } from '@fynbos/core/content/contract.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { FieldErrors, Values } from '../../ui/forms/form-values.ts';

export const maxSubjectLength = 200;
export const maxMessageLength = 5000;

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
  if (cleanText(text) === '') return 'required';
  return text.length > maxLength ? 'too_long' : undefined;
}

/** The contact message of a form. */
export function contactMessageOf(values: Values, token: string, locale: string): BodyOf<typeof sendMail> {
  const { sourceAddress = '', subject = '', emailText = '', confirmation } = values;
  return {
    token,
    sourceAddress,
    subject: cleanLine(subject),
    emailText: cleanText(emailText.replace(/(?![\r\n\t])\p{Cc}/gu, '')),
    confirmation: confirmation !== undefined,
    locale,
  };
}
