import type { CheckoutStep } from '@fynbos/core/checkout/steps.ts';
import type { Refusal } from '../accounts/form-refusal.ts';
import type { ProblemView } from '../api-problem.ts';

/** What a refused order says of a step: where the shopper has to go, and what is wrong there (commerce 8). */
export interface StepRefusal {
  step: CheckoutStep;
  refusal: Refusal;
}

/** The step a refusal is about; undefined for what is about none. */
export function stepRefusal(problem: ProblemView): StepRefusal | undefined {
  switch (problem.code) {
    case 'email_taken':
      return { step: 'personal-details', refusal: { faults: {}, problem, focus: 'email' } };
    case 'shipping_method_unknown':
      return { step: 'shipping', refusal: { faults: {}, problem } };
    case 'payment_method_unknown':
    case 'payment_refused':
      return { step: 'payment', refusal: { faults: {}, problem } };
    case 'order_address_invalid':
    case 'invalid_input':
      return ofFields(problem);
    default:
      return undefined;
  }
}

/** `addressInformation.billingAddress.postcode` is the postal code of the payment step. */
function ofFields(problem: ProblemView): StepRefusal | undefined {
  const named = problem.fields.flatMap(({ field, fault, message }) => {
    const [, part, name] = /(shipping|billing)Address[./](\w+)/.exec(field) ?? [];
    return part && name ? [{ part, name: own(name), fault: fault ?? message }] : [];
  });
  const first = named[0];
  if (!first) {
    if (problem.code === 'invalid_input' && problem.fields.some(({ field }) => /password/.test(field)))
      return { step: 'personal-details', refusal: { faults: { password: lastFault(problem) }, problem } };
    return problem.code === 'order_address_invalid'
      ? { step: 'shipping', refusal: { faults: {}, problem } }
      : undefined;
  }
  const faults = Object.fromEntries(
    named.filter(({ part }) => part === first.part).map(({ name, fault }) => [name, fault]),
  ) as Refusal['faults'];
  if (faults.email) return { step: 'personal-details', refusal: { faults, problem, focus: 'email' } };
  return { step: first.part === 'shipping' ? 'shipping' : 'payment', refusal: { faults, problem } };
}

const own = (name: string) =>
  name === 'countryId' ? 'country_id' : name === 'region_code' ? 'region' : name;

const lastFault = ({ fields }: ProblemView) => (fields[0]?.fault ?? 'password_short') as 'password_short';
