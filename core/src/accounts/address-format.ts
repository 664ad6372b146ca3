import type { Static } from 'typebox';
import { cleanLine, cleanNumber } from '../clean-text.ts';
import { type Address, findProvince, provinces } from './address.ts';
import type { AddressOnWire } from './contract.ts';
import { normalPhone } from './field-rules.ts';

type Wire = Static<typeof AddressOnWire>;

/**
 * Reads an address sent by a client into the shop's form: one line per field, the province as name and
 * code, the telephone number as E.164 where possible. `street` is `[street, apartment]` (spec D14).
 * Validation is in `validateAddress`.
 */
export function readAddress(sent: Wire): Address {
  const [street = '', ...apartment] = sent.street.map(cleanLine);
  const country = cleanLine(sent.country_id ?? sent.countryId ?? '').toUpperCase();
  const telephone = cleanNumber(sent.telephone ?? '');
  return {
    firstname: cleanLine(sent.firstname),
    lastname: cleanLine(sent.lastname),
    street,
    apartment: apartment.filter(Boolean).join(', '),
    suburb: cleanLine(sent.suburb ?? ''),
    city: cleanLine(sent.city),
    ...readRegion(sent, country),
    postcode: cleanNumber(sent.postcode),
    country_id: country,
    telephone: normalPhone(telephone, country) ?? telephone,
    company: cleanLine(sent.company ?? ''),
    vat_id: cleanNumber(sent.vat_id ?? ''),
  };
}

/**
 * Finds the region by its code, its name or our id, whichever the client knows. In South Africa it becomes
 * a province.
 */
function readRegion({ region, region_id }: Wire, country: string): Pick<Address, 'region' | 'region_code'> {
  const code = cleanLine(region?.region_code ?? '');
  const name = cleanLine(region?.region ?? '');
  if (country !== 'ZA') return { region: name, region_code: code };
  const id = Number(region?.region_id || region_id || 0);
  const province =
    findProvince(code) ??
    findProvince(name) ??
    provinces.find((candidate) => !code && !name && candidate.id === id);
  return province
    ? { region: province.name, region_code: province.code }
    : { region: name, region_code: code };
}

/** Writes a stored address as a profile shows it. */
export function writeAddress(
  stored: Address & { id: number; customer_id: number; default_shipping: boolean; default_billing: boolean },
): Wire {
  const { street, apartment, region, region_code, company, vat_id, ...rest } = stored;
  const region_id = provinces.find((province) => province.code === region_code)?.id ?? 0;
  return {
    ...rest,
    street: apartment ? [street, apartment] : [street],
    region: { region_code: region_code || null, region: region || null, region_id },
    region_id,
    // Old clients send back the fields they received and reject an empty company.
    ...(company ? { company } : {}),
    ...(vat_id ? { vat_id } : {}),
  };
}
