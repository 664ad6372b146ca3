import { data } from 'react-router';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { type FormRefusal, refusalOf } from './form-errors.ts';
import type { FieldErrors, Values } from './form-values.ts';

/** Fields whose values are never sent back. */
const secrets = new Set(['password', 'repeated', 'newPassword', 'currentPassword', 'link']);

/** The fields of a form that was posted to its page, as text. */
export async function postedValues(request: Request): Promise<Values> {
  const form = await request.formData();
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
}

/**
 * Validates and sends a form that was posted before hydration.
 * @returns the result of `send`, or the errors for the page to show, with all submitted values except
 * secrets
 */
export async function handlePostedForm<Result>(
  values: Values,
  check: (values: Values) => FieldErrors,
  send: () => Promise<Result>,
) {
  const fieldErrors = check(values);
  if (Object.keys(fieldErrors).length > 0) return refused({ fieldErrors }, values, 400);
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return refused(refusalOf(error), values, error.status);
  }
}

function refused(refusal: FormRefusal, values: Values, status: number) {
  const typed = Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.has(name)));
  return data({ refused: { ...refusal, typed } }, { status });
}
