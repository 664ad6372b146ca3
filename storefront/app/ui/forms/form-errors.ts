import { type FieldError, maxPasswordLength, shortestPassword } from '@fynbos/core/accounts/field-rules.ts';
import { ApiProblem, type ApiProblemCode, type ProblemView } from '../../platform/api/api-problem.ts';
import { shortestName } from '../../platform/api/api-settings.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import type { FieldErrors, Values } from './form-values.ts';

/** Why a form was rejected. */
export interface FormRefusal {
  fieldErrors: FieldErrors;
  problem?: ProblemView;
  /** A localised sentence. */
  sentence?: string;
  /** The submitted values without passwords, when the server rendered the form again. */
  typed?: Values;
  /** The field to focus at once. */
  focus?: string;
}

/** Converts an API error to field errors, by the last part of their names (`customer.email` is `email`). */
export function refusalOf(error: unknown): FormRefusal {
  const problem = (error instanceof ApiProblem ? error : new ApiProblem('internal')).view;
  const entries = problem.fields.map(({ field, fault: code, message }) => [lastName(field), code ?? message]);
  // A rule without a code keeps its message, which is shown as it is.
  return { fieldErrors: Object.fromEntries(entries) as FieldErrors, problem };
}

const lastName = (field: string) => field.split(/[./]/).at(-1) ?? field;

const numbers = (): Partial<Record<FieldError, number>> => ({
  name_short: shortestName(),
  password_short: shortestPassword,
  password_long: maxPasswordLength,
});

/** The message of a field error; an unknown rule is shown with the message of the API. */
export function useFieldErrorText() {
  const { t } = useText();
  return (code: string): string =>
    // An unknown rule has neither a message nor a number.
    t(`field.${code}` as MessageId, { count: numbers()[code as FieldError] ?? 0 }, code);
}

/** A form may show its own message for technical failures, as opposed to rejections (spec accounts 8). */
const technicalFailures = ['internal', 'bad_content_type', 'wrong_format', 'timeout', 'unreachable'] as const;
export const forTechnicalFailures = (sentence: MessageId): Partial<Record<ApiProblemCode, MessageId>> =>
  Object.fromEntries(technicalFailures.map((code) => [code, sentence]));
