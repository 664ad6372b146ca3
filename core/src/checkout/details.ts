import { type Address, addressFaults } from '../accounts/address.ts';
import { emailFault, type FieldFault, nameFault, passwordFault } from '../accounts/fields.ts';

/** Who orders (commerce 3 «personalDetails»); a password only where an account is made along with it. */
export interface PersonalDetails {
  firstname: string;
  lastname: string;
  email: string;
  createAccount: boolean;
  password: string;
  repeated: string;
  terms: boolean;
}

/** What is wrong with who orders, by field (commerce 5, decision 34). Terms count where an account is made. */
export function personalFaults(details: PersonalDetails): Partial<Record<keyof PersonalDetails, FieldFault>> {
  const { createAccount, password, repeated, terms } = details;
  return onlyFaults({
    firstname: nameFault(details.firstname),
    lastname: nameFault(details.lastname),
    email: emailFault(details.email),
    password: createAccount ? passwordFault(password) : undefined,
    repeated: createAccount && password !== repeated ? 'passwords_differ' : undefined,
    terms: createAccount && !terms ? 'terms_needed' : undefined,
  });
}

/** A box of the post office: no courier brings anything there (za-facts 2). */
const postBox = /\b(?:p\.?\s*o\.?\s*box|posbus|private\s+bag|privaatsak)\b/i;

/** What is wrong with where an order goes: somebody must be able to bring it, and to ring. */
export function deliveryFaults(address: Address): Partial<Record<keyof Address, FieldFault>> {
  const faults = addressFaults(address, { deliverable: true });
  const isBox = postBox.test(address.street) || postBox.test(address.apartment);
  return isBox ? { street: 'post_box', ...faults } : faults;
}

/** What is wrong with who pays; a company that wants an invoice in its name gives both name and tax number. */
export function billingFaults(
  address: Address,
  { invoice }: { invoice: boolean },
): Partial<Record<keyof Address, FieldFault>> {
  const needed = (text: string): FieldFault | undefined => (text.trim() === '' ? 'required' : undefined);
  return onlyFaults({
    company: invoice ? needed(address.company) : undefined,
    vat_id: invoice ? needed(address.vat_id) : undefined,
    ...addressFaults(address, { deliverable: false }),
  });
}

/** How long a checkout is taken up again where it was left (commerce 9): 30 minutes, in milliseconds. */
export const checkoutSessionMs = 30 * 60 * 1000;

/** Whether somebody is in checkout still: the last change is under thirty minutes old (commerce 4). */
export function isInCheckout(modifiedAt: number, now: number): boolean {
  return now - modifiedAt < checkoutSessionMs;
}

function onlyFaults<Field extends string>(
  faults: Partial<Record<Field, FieldFault | undefined>>,
): Partial<Record<Field, FieldFault>> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as Partial<
    Record<Field, FieldFault>
  >;
}
