import {
  type FieldFault,
  longestField,
  nameFault,
  normalPhone,
  postcodeFault,
  taxIdFault,
} from './fields.ts';

/** An address as the shop keeps it (decision 35). */
export interface Address {
  firstname: string;
  lastname: string;
  street: string;
  /** Flat, unit or complex; may be empty. */
  apartment: string;
  suburb: string;
  city: string;
  /** The province by name, and by its code of ISO 3166-2 (`ZA-WC`). */
  region: string;
  region_code: string;
  postcode: string;
  country_id: string;
  /** E.164, or empty. */
  telephone: string;
  company: string;
  vat_id: string;
}

/** The provinces of South Africa, in the order of their names; ids are our own (tax regions). */
export const provinces = [
  { id: 1, code: 'ZA-EC', name: 'Eastern Cape' },
  { id: 2, code: 'ZA-FS', name: 'Free State' },
  { id: 3, code: 'ZA-GP', name: 'Gauteng' },
  { id: 4, code: 'ZA-KZN', name: 'KwaZulu-Natal' },
  { id: 5, code: 'ZA-LP', name: 'Limpopo' },
  { id: 6, code: 'ZA-MP', name: 'Mpumalanga' },
  { id: 7, code: 'ZA-NC', name: 'Northern Cape' },
  { id: 8, code: 'ZA-NW', name: 'North West' },
  { id: 9, code: 'ZA-WC', name: 'Western Cape' },
] as const;

/** Codes of old lists that mean a province all the same. */
const aliases: Record<string, string> = { 'ZA-GT': 'ZA-GP', 'ZA-NL': 'ZA-KZN' };

/** A province by code (with or without `ZA-`) or by name; undefined when there is none like it. */
export function findProvince(text: string): (typeof provinces)[number] | undefined {
  const given = text.trim().toUpperCase();
  const code = given.startsWith('ZA-') ? given : `ZA-${given}`;
  const known = aliases[code] ?? code;
  const plain = (name: string) => name.toUpperCase().replace(/[^A-Z]/g, '');
  return provinces.find((one) => one.code === known || plain(one.name) === plain(text));
}

/** What is wrong with an address, by field. @param deliverable whether somebody must be able to ring */
export function addressFaults(
  address: Address,
  { deliverable }: { deliverable: boolean },
): Partial<Record<keyof Address, FieldFault>> {
  const faults: [keyof Address, FieldFault | undefined][] = [
    ['firstname', nameFault(address.firstname)],
    ['lastname', nameFault(address.lastname)],
    ['street', needed(address.street)],
    ['apartment', tooLong(address.apartment)],
    ['suburb', tooLong(address.suburb)],
    ['city', needed(address.city)],
    ['region', provinceFault(address)],
    ['postcode', postcodeFault(address.postcode, address.country_id)],
    ['country_id', /^[A-Z]{2}$/.test(address.country_id) ? undefined : 'country_unknown'],
    ['telephone', phoneFault(address, deliverable)],
    ['company', tooLong(address.company)],
    ['vat_id', taxIdFault(address.vat_id) ?? tooLong(address.vat_id)],
  ];
  return Object.fromEntries(faults.filter(([, fault]) => fault));
}

function needed(text: string): FieldFault | undefined {
  return text.trim() === '' ? 'required' : tooLong(text);
}

function tooLong(text: string): FieldFault | undefined {
  return text.length > longestField ? 'too_long' : undefined;
}

function provinceFault({ country_id, region, region_code }: Address): FieldFault | undefined {
  if (country_id !== 'ZA') return tooLong(region);
  if (region === '' && region_code === '') return 'required';
  return findProvince(region_code || region) ? undefined : 'province_unknown';
}

function phoneFault({ telephone, country_id }: Address, deliverable: boolean): FieldFault | undefined {
  if (telephone.trim() === '') return deliverable ? 'required' : undefined;
  return normalPhone(telephone, country_id) ? undefined : 'phone_invalid';
}
