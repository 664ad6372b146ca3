import { cleanCode, cleanLine } from '../clean-text.ts';
import {
  type FieldError,
  maxFieldLength,
  normalPhone,
  validateName,
  validatePostcode,
  validateTaxId,
} from './field-rules.ts';

/** An address as the shop stores it (spec D35). */
export interface Address {
  firstname: string;
  lastname: string;
  street: string;
  /** Flat, unit or complex; can be empty. */
  apartment: string;
  suburb: string;
  city: string;
  /** Name of the province, and its ISO 3166-2 code (`ZA-WC`). */
  region: string;
  region_code: string;
  postcode: string;
  country_id: string;
  /** E.164, or empty. */
  telephone: string;
  company: string;
  vat_id: string;
}

/** The provinces of South Africa, sorted by name. The ids are our own (tax regions). */
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

/** Codes of older lists that stand for a province. */
const aliases: Record<string, string> = { 'ZA-GT': 'ZA-GP', 'ZA-NL': 'ZA-KZN' };

/** Finds a province by code (with or without `ZA-`) or by name. */
export function findProvince(text: string): (typeof provinces)[number] | undefined {
  const normalized = cleanCode(text).toUpperCase();
  const code = normalized.startsWith('ZA-') ? normalized : `ZA-${normalized}`;
  const known = aliases[code] ?? code;
  const plain = (name: string) => name.toUpperCase().replace(/[^A-Z]/g, '');
  return provinces.find((province) => province.code === known || plain(province.name) === plain(text));
}

/**
 * Validates an address.
 * @param deliverable whether a telephone number is required
 * @param shortestName the minimum number of letters of a name
 * @returns one error per invalid field
 */
export function validateAddress(
  address: Address,
  { deliverable, shortestName }: { deliverable: boolean; shortestName: number },
): Partial<Record<keyof Address, FieldError>> {
  const errors: [keyof Address, FieldError | undefined][] = [
    ['firstname', validateName(address.firstname, shortestName)],
    ['lastname', validateName(address.lastname, shortestName)],
    ['street', needed(address.street)],
    ['apartment', tooLong(address.apartment)],
    ['suburb', tooLong(address.suburb)],
    ['city', needed(address.city)],
    ['region', validateProvince(address)],
    ['postcode', validatePostcode(address.postcode, address.country_id)],
    ['country_id', /^[A-Z]{2}$/.test(address.country_id) ? undefined : 'country_unknown'],
    ['telephone', validatePhone(address, deliverable)],
    ['company', tooLong(address.company)],
    ['vat_id', validateTaxId(address.vat_id) ?? tooLong(address.vat_id)],
  ];
  return Object.fromEntries(errors.filter(([, error]) => error));
}

function needed(text: string): FieldError | undefined {
  return cleanLine(text) === '' ? 'required' : tooLong(text);
}

function tooLong(text: string): FieldError | undefined {
  return text.length > maxFieldLength ? 'too_long' : undefined;
}

function validateProvince({ country_id, region, region_code }: Address): FieldError | undefined {
  if (country_id !== 'ZA') return tooLong(region);
  if (region === '' && region_code === '') return 'required';
  return findProvince(region_code || region) ? undefined : 'province_unknown';
}

function validatePhone({ telephone, country_id }: Address, deliverable: boolean): FieldError | undefined {
  if (cleanLine(telephone) === '') return deliverable ? 'required' : undefined;
  return normalPhone(telephone, country_id) ? undefined : 'phone_invalid';
}
