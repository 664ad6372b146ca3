import { type Address, validateAddress } from '../accounts/address.ts';
import { type FieldError, validateEmail, validateName, validatePassword } from '../accounts/field-rules.ts';
import { cleanNumber } from '../clean-text.ts';

/** The person who orders (spec commerce 3 «personalDetails»); a password only when an account is created. */
export interface PersonalDetails {
  firstname: string;
  lastname: string;
  email: string;
  createAccount: boolean;
  password: string;
  repeated: string;
  terms: boolean;
}

/**
 * Validates the personal details by field (spec commerce 5, spec D34). Terms are required when an account is
 * created.
 */
export function validatePersonalDetails(
  details: PersonalDetails,
  shortestName: number,
): Partial<Record<keyof PersonalDetails, FieldError>> {
  const { createAccount, password, repeated, terms } = details;
  return withoutEmpty({
    firstname: validateName(details.firstname, shortestName),
    lastname: validateName(details.lastname, shortestName),
    email: validateEmail(details.email),
    password: createAccount ? validatePassword(password) : undefined,
    repeated: createAccount && password !== repeated ? 'passwords_differ' : undefined,
    terms: createAccount && !terms ? 'terms_needed' : undefined,
  });
}

// Names of a box or a bag at the post office in English and Afrikaans. A number follows: `12`, `X12`, `No. 5`.
const officeNames = [
  'p[. ]*o[. ]*(?:box|bus)',
  'post(?: ?office)?[. -]*box',
  'poskantoor(?:bus| bus)',
  'pos[ -]?bus',
  '(?:p|pvt|priv|private)[./ -]*(?:post[ -]*)?(?:mail[ -]*)?bag',
  '(?:p|priv|privaat)[./ -]*(?:pos)?sak',
  'post ?net(?: suite)?',
  'locked bag|geslote sak|poste restante',
];
const officeNumber = String.raw`[.,:]? *(?:(?:no|nr|number|nommer)[. :]*)?(?:#? *[a-z]{0,2}[ -]?\d|$|,)`;
// The short `box 12` and `bus 12` are meant only where nothing stands before them.
const abbreviatedAddress = /^(?:box|bus) *(?:(?:no|nr)[. ]*)?\d+ *(?:,|$)/i;
const postOfficeBox = new RegExp(`(?<![\\p{L}\\d])(?:${officeNames.join('|')})${officeNumber}`, 'iu');

/** Whether a line of an address is a post box or a private bag: couriers do not deliver there (za-facts 2). */
function isPostOfficeBox(line: string): boolean {
  const cleaned = cleanNumber(line);
  return postOfficeBox.test(cleaned) || abbreviatedAddress.test(cleaned);
}

/** Validates the delivery address: it must be deliverable and have a telephone number. */
export function validateDeliveryAddress(
  address: Address,
  shortestName: number,
): Partial<Record<keyof Address, FieldError>> {
  const errors = validateAddress(address, { deliverable: true, shortestName });
  return isPostOfficeBox(address.street) || isPostOfficeBox(address.apartment)
    ? { street: 'post_box', ...errors }
    : errors;
}

/** Validates the billing address; an invoice in a company's name needs its name and tax number. */
export function validateBillingAddress(
  address: Address,
  { invoice, shortestName }: { invoice: boolean; shortestName: number },
): Partial<Record<keyof Address, FieldError>> {
  const needed = (text: string): FieldError | undefined => (text.trim() === '' ? 'required' : undefined);
  return withoutEmpty({
    company: invoice ? needed(address.company) : undefined,
    vat_id: invoice ? needed(address.vat_id) : undefined,
    ...validateAddress(address, { deliverable: false, shortestName }),
  });
}

/** How long an unfinished checkout can be resumed (spec commerce 9): 30 minutes, in milliseconds. */
const checkoutSessionMs = 30 * 60 * 1000;

/** Whether a checkout is still active: the last change is less than thirty minutes old (spec commerce 4). */
export function isInCheckout(modifiedAt: number, now: number): boolean {
  return now - modifiedAt < checkoutSessionMs;
}

function withoutEmpty<Field extends string>(
  errors: Partial<Record<Field, FieldError | undefined>>,
): Partial<Record<Field, FieldError>> {
  // The keys are those of `errors`; `Object.fromEntries` types them as strings.
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error)) as Partial<
    Record<Field, FieldError>
  >;
}
