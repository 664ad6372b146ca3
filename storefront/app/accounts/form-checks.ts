import { type Address, addressFaults } from '@fynbos/core/accounts/address.ts';
import { emailFault, type FieldFault, nameFault, passwordFault } from '@fynbos/core/accounts/fields.ts';
import { isCardNumber } from './loyalty-card.ts';

/** What a form holds, as text by field. */
export type Values = Readonly<Record<string, string>>;
/** What is wrong, by field; a card's number has a rule of its own. */
export type Faults = Readonly<Record<string, FieldFault | 'card_number_invalid'>>;

/** Only what is wrong stays. */
function wrong(checked: Record<string, Faults[string] | undefined>): Faults {
  return Object.fromEntries(
    Object.entries(checked).filter((pair): pair is [string, Faults[string]] => pair[1] !== undefined),
  );
}

const needed = (text: string | undefined): FieldFault | undefined => (text ? undefined : 'required');
const same = (one = '', other = ''): FieldFault | undefined =>
  one === other ? undefined : 'passwords_differ';

/** Accounts 5: an e-mail address and a password; whether they belong together only the server says. */
export function checkLogin({ username = '', password }: Values): Faults {
  return wrong({ username: emailFault(username), password: needed(password) });
}

export function checkRegistration(values: Values): Faults {
  const { email = '', password = '', repeated } = values;
  return wrong({
    ...checkNames(values),
    email: emailFault(email),
    password: passwordFault(password),
    repeated: same(password, repeated),
    terms: values.terms ? undefined : 'terms_needed',
  });
}

export function checkNames({ firstname = '', lastname = '' }: Values): Faults {
  return wrong({ firstname: nameFault(firstname), lastname: nameFault(lastname) });
}

export function checkEmail({ email = '' }: Values): Faults {
  return wrong({ email: emailFault(email) });
}

/** A new password, typed twice. */
export function checkNewPassword({ newPassword = '', repeated }: Values): Faults {
  return wrong({ newPassword: passwordFault(newPassword), repeated: same(newPassword, repeated) });
}

export function checkPasswordChange(values: Values): Faults {
  return wrong({ currentPassword: needed(values.currentPassword), ...checkNewPassword(values) });
}

/** The end of an account: the password, and that one knows what it means. */
export function checkErasure({ currentPassword, understood }: Values): Faults {
  return wrong({ currentPassword: needed(currentPassword), understood: needed(understood) });
}

/** The number of a loyalty card. */
export function checkCard({ number = '' }: Values): Faults {
  return wrong({ number: isCardNumber(number.trim()) ? undefined : 'card_number_invalid' });
}

/** An address of the book: whoever delivers must be able to ring (decision 34). */
export function checkAddress(values: Values): Faults {
  return wrong(addressFaults(addressOf(values), { deliverable: true }));
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

/** The address a form holds. The province is chosen by its code, or typed where the country has no list. */
export function addressOf(values: Values): Address {
  const typed = Object.fromEntries(fields.map((name) => [name, (values[name] ?? '').trim()]));
  const province = values.region ?? '';
  const listed = typed.country_id === 'ZA';
  return {
    ...(typed as Omit<Address, 'region' | 'region_code'>),
    region: listed ? '' : province.trim(),
    region_code: listed ? province : '',
  };
}
