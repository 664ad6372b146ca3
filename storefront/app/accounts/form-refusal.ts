import {
  type FieldFault,
  longestPassword,
  shortestName,
  shortestPassword,
} from '@fynbos/core/accounts/fields.ts';
import { ApiProblem, type ApiProblemCode, type ProblemView } from '../api-problem.ts';
import type { MessageId } from '../i18n/text.ts';
import { useText } from '../i18n/text-context.tsx';
import type { Faults, Values } from './form-checks.ts';

/** Why a form was not taken. */
export interface Refusal {
  faults: Faults;
  problem?: ProblemView;
  /** A sentence ready to be read. */
  sentence?: string;
  /** What was typed, without passwords, when the form went to the server and came back. */
  typed?: Values;
  /** The field to go to at once. */
  focus?: string;
}

/** What the API said about a form: its fields by their last name (`customer.email` is `email`). */
export function refusalOf(error: unknown): Refusal {
  const problem = (error instanceof ApiProblem ? error : new ApiProblem('internal')).view;
  const faults = problem.fields.map(({ field, fault, message }) => [lastName(field), fault ?? message]);
  return { faults: Object.fromEntries(faults) as Faults, problem };
}

const lastName = (field: string) => field.split(/[./]/).at(-1) ?? field;

const numbers: Partial<Record<FieldFault, number>> = {
  name_short: shortestName,
  password_short: shortestPassword,
  password_long: longestPassword,
};

/** The sentence for what is wrong with a field; a rule nobody here knows is told as the API told it. */
export function useFaultText() {
  const { t } = useText();
  return (fault: string): string =>
    t(`field.${fault}` as MessageId, { count: numbers[fault as FieldFault] ?? 0 }, fault);
}

/** Where no refusal but a fault came back, a form may say what failed (accounts 8). */
const faults = ['internal', 'bad_content_type', 'wrong_format', 'timeout', 'unreachable'] as const;
export const ofFaults = (sentence: MessageId): Partial<Record<ApiProblemCode, MessageId>> =>
  Object.fromEntries(faults.map((code) => [code, sentence]));
