import type { Static } from 'typebox';
import { type Address, findProvince, provinces } from './address.ts';
import type { AddressOnWire } from './contract.ts';
import { normalPhone, oneLine } from './fields.ts';

type Wire = Static<typeof AddressOnWire>;

/**
 * An address as a client sent it, as the shop keeps it: one line a field, the province by name and code, the
 * telephone as E.164 where it is one. `street` is `[street, apartment]` (decision 14). What is wrong with it
 * `addressFaults` says.
 */
export function readAddress(sent: Wire): Address {
  const [street = '', ...apartment] = sent.street.map(oneLine);
  const country = oneLine(sent.country_id ?? sent.countryId ?? '').toUpperCase();
  const telephone = oneLine(sent.telephone ?? '');
  return {
    firstname: oneLine(sent.firstname),
    lastname: oneLine(sent.lastname),
    street,
    apartment: apartment.filter(Boolean).join(', '),
    suburb: oneLine(sent.suburb ?? ''),
    city: oneLine(sent.city),
    ...readRegion(sent, country),
    postcode: oneLine(sent.postcode),
    country_id: country,
    telephone: normalPhone(telephone, country) ?? telephone,
    company: oneLine(sent.company ?? ''),
    vat_id: oneLine(sent.vat_id ?? ''),
  };
}

/** The region by its code, its name or our id, whichever a client knows; in South Africa it becomes the province. */
function readRegion({ region, region_id }: Wire, country: string): Pick<Address, 'region' | 'region_code'> {
  const code = oneLine(region?.region_code ?? '');
  const name = oneLine(region?.region ?? '');
  if (country !== 'ZA') return { region: name, region_code: code };
  const id = Number(region?.region_id || region_id || 0);
  const province =
    findProvince(code) ?? findProvince(name) ?? provinces.find((one) => !code && !name && one.id === id);
  return province
    ? { region: province.name, region_code: province.code }
    : { region: name, region_code: code };
}

/** A kept address as a profile shows it. */
export function writeAddress(
  kept: Address & { id: number; customer_id: number; default_shipping: boolean; default_billing: boolean },
): Wire {
  const { street, apartment, region, region_code, company, vat_id, ...rest } = kept;
  const region_id = provinces.find((one) => one.code === region_code)?.id ?? 0;
  return {
    ...rest,
    street: apartment ? [street, apartment] : [street],
    region: { region_code: region_code || null, region: region || null, region_id },
    region_id,
    // Old clients send back what they were given, and an empty company counted as a mistake there.
    ...(company ? { company } : {}),
    ...(vat_id ? { vat_id } : {}),
  };
}
