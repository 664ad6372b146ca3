import type { FieldError } from '@fynbos/core/accounts/field-rules.ts';
import type { CheckoutStep } from '@fynbos/core/checkout/checkout-steps.ts';
import type { ProblemView } from '../../platform/api/api-problem.ts';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';

/** The step a refused order leads to, and the problem there (spec commerce 8). */
export interface StepRefusal {
  step: CheckoutStep;
  refusal: FormRefusal;
}

/** The step a refusal concerns; undefined if none. */
export function stepRefusal(problem: ProblemView): StepRefusal | undefined {
  switch (problem.code) {
    case 'email_taken':
      return { step: 'personal-details', refusal: { fieldErrors: {}, problem, focus: 'email' } };
    case 'shipping_method_unknown':
      return { step: 'shipping', refusal: { fieldErrors: {}, problem } };
    case 'payment_method_unknown':
    case 'payment_refused':
    case 'unpaid_order_limit':
      return { step: 'payment', refusal: { fieldErrors: {}, problem } };
    case 'order_address_invalid':
    case 'invalid_input':
      return ofFields(problem);
    default:
      return undefined;
  }
}

/** `addressInformation.billingAddress.postcode` is the postal code of the payment step. */
function ofFields(problem: ProblemView): StepRefusal | undefined {
  const named = problem.fields.flatMap(({ field, fault: reason, message }) => {
    const [, part, name] = /(shipping|billing)Address[./](\w+)/.exec(field) ?? [];
    return part && name ? [{ part, name: formFieldOf(name), reason: reason ?? message }] : [];
  });
  const first = named[0];
  if (!first) {
    if (problem.code === 'invalid_input' && problem.fields.some(({ field }) => /password/.test(field)))
      return {
        step: 'personal-details',
        refusal: { fieldErrors: { password: passwordErrorOf(problem) }, problem },
      };
    return problem.code === 'order_address_invalid'
      ? { step: 'shipping', refusal: { fieldErrors: {}, problem } }
      : undefined;
  }
  // A reason that the forms do not know is shown as the API's own sentence.
  const fieldErrors = Object.fromEntries(
    named.filter(({ part }) => part === first.part).map(({ name, reason }) => [name, reason]),
  ) as FormRefusal['fieldErrors'];
  if (fieldErrors.email)
    return { step: 'personal-details', refusal: { fieldErrors, problem, focus: 'email' } };
  return { step: first.part === 'shipping' ? 'shipping' : 'payment', refusal: { fieldErrors, problem } };
}

const formFieldOf = (name: string) =>
  name === 'countryId' ? 'country_id' : name === 'region_code' ? 'region' : name;

const passwordErrorOf = ({ fields }: ProblemView) =>
  // API and forms use the same rules for passwords (spec D34).
  (fields[0]?.fault ?? 'password_short') as FieldError;
