import type { Profile } from '../../platform/session/profile.ts';
import type { Values } from '../../ui/forms/form-values.ts';
import { addressOf } from './account-form-validation.ts';

/** An address of the address book in the format of the API. */
export type WireAddress = Profile['addresses'][number];

/** The address of a form in the format of the API: street is `[street, apartment]` (spec D14). */
export function wireAddress(values: Values, id: WireAddress['id']): WireAddress {
  const { street, apartment, region, region_code, company, vat_id, ...rest } = addressOf(values);
  return {
    ...rest,
    ...(id !== undefined && { id }),
    street: apartment ? [street, apartment] : [street],
    region: { region: region || null, region_code: region_code || null },
    // Old shops reject an empty company, so it is omitted (wire contract 1.3).
    ...(company && { company }),
    ...(vat_id && { vat_id }),
    default_shipping: values.default_shipping !== undefined,
    default_billing: values.default_billing !== undefined,
  };
}

/** Converts a stored address to the values of a form. */
export function addressValues({ street, region, ...address }: WireAddress): Values {
  const { firstname, lastname, city, postcode } = address;
  const country_id = address.country_id ?? 'ZA';
  const [line = '', ...rest] = street.map((part) => part ?? '');
  return {
    ...{ firstname, lastname, city, postcode, country_id },
    ...{ street: line, apartment: rest.filter(Boolean).join(', ') },
    suburb: address.suburb ?? '',
    region: (country_id === 'ZA' ? region?.region_code : region?.region) ?? '',
    telephone: address.telephone ?? '',
    company: address.company ?? '',
    vat_id: address.vat_id ?? '',
  };
}

/**
 * Adds an address to the book, or replaces `before` with it. If it becomes a default, the others lose that
 * default. An unsaved address has no id and is recognised by its content.
 */
export function withAddress(
  book: readonly WireAddress[],
  changed: WireAddress,
  before = changed.id === undefined ? undefined : changed,
): WireAddress[] {
  const replaced = before && book.find((address) => isSame(address, before));
  const updatedBook = book.map(
    (address): WireAddress => ({
      ...address,
      default_shipping: Boolean(address.default_shipping) && !changed.default_shipping,
      default_billing: Boolean(address.default_billing) && !changed.default_billing,
    }),
  );
  return replaced
    ? updatedBook.with(book.indexOf(replaced), { ...changed, ...idOf(replaced) })
    : [...updatedBook, changed];
}

const idOf = ({ id }: WireAddress) => (id === undefined ? {} : { id });

function isSame(left: WireAddress, right: WireAddress): boolean {
  if (left.id !== undefined && right.id !== undefined) return String(left.id) === String(right.id);
  const contentOf = ({ street, postcode, lastname }: WireAddress) =>
    [...street, postcode, lastname].join('\n');
  return contentOf(left) === contentOf(right);
}
