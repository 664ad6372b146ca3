import type { WireAddress } from './address-lines.tsx';
import { addressOf, type Values } from './form-checks.ts';

/** The address of a form as the API takes it: street is `[street, apartment]` (decision 14). */
export function wireAddress(values: Values, id: WireAddress['id']): WireAddress {
  const { street, apartment, region, region_code, company, vat_id, ...rest } = addressOf(values);
  return {
    ...rest,
    ...(id !== undefined && { id }),
    street: apartment ? [street, apartment] : [street],
    region: { region: region || null, region_code: region_code || null },
    // An empty company counts as a mistake in old shops: it is left out (wire contract 1.3).
    ...(company && { company }),
    ...(vat_id && { vat_id }),
    default_shipping: values.default_shipping !== undefined,
    default_billing: values.default_billing !== undefined,
  };
}

/** A kept address as a form holds it. */
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
 * The book with an address put in, or with one in the place of `before`; what becomes the default is it alone. An
 * address that the shop does not have yet has no id, and is known by what it says.
 */
export function withAddress(
  book: readonly WireAddress[],
  changed: WireAddress,
  before = changed.id === undefined ? undefined : changed,
): WireAddress[] {
  const place = before ? book.findIndex((one) => isSame(one, before)) : -1;
  const others = book.map(
    (one): WireAddress => ({
      ...one,
      default_shipping: Boolean(one.default_shipping) && !changed.default_shipping,
      default_billing: Boolean(one.default_billing) && !changed.default_billing,
    }),
  );
  return place < 0 ? [...others, changed] : others.with(place, { ...changed, ...idOf(book[place]!) });
}

const idOf = ({ id }: WireAddress) => (id === undefined ? {} : { id });

function isSame(one: WireAddress, other: WireAddress): boolean {
  if (one.id !== undefined && other.id !== undefined) return String(one.id) === String(other.id);
  const said = ({ street, postcode, lastname }: WireAddress) => [...street, postcode, lastname].join('\n');
  return said(one) === said(other);
}
