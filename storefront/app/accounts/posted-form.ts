import { data } from 'react-router';
import { ApiProblem } from '../api-problem.ts';
import type { Faults, Values } from './form-checks.ts';
import { type Refusal, refusalOf } from './form-refusal.ts';

/** Never sent back: what was typed into these. */
const secrets = new Set(['password', 'repeated', 'newPassword', 'currentPassword', 'link']);

/** The fields of a form that was posted to its page, as text. */
export async function postedValues(request: Request): Promise<Values> {
  const form = await request.formData();
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
}

/**
 * Checks and sends a form that came before scripts did.
 *
 * @returns what `send` answers, or the refusal for the page to show, with everything typed but secrets
 */
export async function takePosted<Taken>(
  values: Values,
  check: (values: Values) => Faults,
  send: () => Promise<Taken>,
) {
  const faults = check(values);
  if (Object.keys(faults).length > 0) return refused({ faults }, values, 400);
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return refused(refusalOf(error), values, error.status);
  }
}

function refused(refusal: Refusal, values: Values, status: number) {
  const typed = Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.has(name)));
  return data({ refused: { ...refusal, typed } }, { status });
}
