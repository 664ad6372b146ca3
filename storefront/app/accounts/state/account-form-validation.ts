import { type Address, validateAddress } from '@fynbos/core/accounts/address.ts';
import {
  type FieldError,
  validateEmail,
  validateName,
  validatePassword,
} from '@fynbos/core/accounts/field-rules.ts';
import { cleanNumber } from '@fynbos/core/clean-text.ts';
import { shortestName } from '../../platform/api/api-settings.ts';
import type { FieldErrors, Values } from '../../ui/forms/form-values.ts';
import { isCardNumber } from './loyalty-card.ts';

/** Removes fields without errors. */
function wrong(checked: Record<string, FieldErrors[string] | undefined>): FieldErrors {
  return Object.fromEntries(
    Object.entries(checked).filter((pair): pair is [string, FieldErrors[string]] => pair[1] !== undefined),
  );
}

const needed = (text: string | undefined): FieldError | undefined => (text ? undefined : 'required');
const same = (first = '', second = ''): FieldError | undefined =>
  first === second ? undefined : 'passwords_differ';

/** Spec accounts 5: an e-mail address and a password. Only the server checks whether they match. */
export function checkLogin({ username = '', password }: Values): FieldErrors {
  return wrong({ username: validateEmail(username), password: needed(password) });
}

export function checkRegistration(values: Values): FieldErrors {
  const { email = '', password = '', repeated } = values;
  return wrong({
    ...checkNames(values),
    email: validateEmail(email),
    password: validatePassword(password),
    repeated: same(password, repeated),
    terms: values.terms ? undefined : 'terms_needed',
  });
}

export function checkNames({ firstname = '', lastname = '' }: Values): FieldErrors {
  return wrong({
    firstname: validateName(firstname, shortestName()),
    lastname: validateName(lastname, shortestName()),
  });
}

export function checkEmail({ email = '' }: Values): FieldErrors {
  return wrong({ email: validateEmail(email) });
}

/** A new password, typed twice. */
export function checkNewPassword({ newPassword = '', repeated }: Values): FieldErrors {
  return wrong({ newPassword: validatePassword(newPassword), repeated: same(newPassword, repeated) });
}

export function checkPasswordChange(values: Values): FieldErrors {
  return wrong({ currentPassword: needed(values.currentPassword), ...checkNewPassword(values) });
}

/** Deletion of an account: requires the password and the confirmation that its effects are understood. */
export function checkErasure({ currentPassword, understood }: Values): FieldErrors {
  return wrong({ currentPassword: needed(currentPassword), understood: needed(understood) });
}

/** The number of a loyalty card. */
export function checkCard({ number = '' }: Values): FieldErrors {
  return wrong({ number: isCardNumber(cleanNumber(number)) ? undefined : 'card_number_invalid' });
}

/** Validates an address of the address book. It needs a telephone number for the courier (spec D34). */
export function checkAddress(values: Values): FieldErrors {
  return wrong(validateAddress(addressOf(values), { deliverable: true, shortestName: shortestName() }));
}

const fields = [
  'firstname',
  'lastname',
  'street',
  'apartment',
  'suburb',
  'city',
  'postcode',
  'country_id',
  'telephone',
  'company',
  'vat_id',
] as const;

/** The address in a form. The province is selected by its code, or typed where the country has no list. */
export function addressOf(values: Values): Address {
  const typed = Object.fromEntries(fields.map((name) => [name, (values[name] ?? '').trim()]));
  const province = values.region ?? '';
  const listed = typed.country_id === 'ZA';
  return {
    // `fields` names all other fields of an address.
    ...(typed as Omit<Address, 'region' | 'region_code'>),
    region: listed ? '' : province.trim(),
    region_code: listed ? province : '',
  };
}
