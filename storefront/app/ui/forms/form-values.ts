import type { FieldError } from '@fynbos/core/accounts/field-rules.ts';

/** The values of a form, as text by field. */
export type Values = Readonly<Record<string, string>>;
/** Validation errors by field; a card number has its own rule. */
export type FieldErrors = Readonly<Record<string, FieldError | 'card_number_invalid' | 'method_required'>>;
