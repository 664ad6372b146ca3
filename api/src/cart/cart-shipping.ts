import { findProvince } from '@fynbos/core/accounts/address.ts';

/** The delivery details stored with a cart. */
export interface Shipping {
  country_id?: string;
  region?: string;
  region_code?: string;
  postcode?: string;
  city?: string;
  suburb?: string;
  /** The method that the shopper chose. */
  carrier_code?: string;
  method_code?: string;
}

interface AddressOnWire {
  region?: string | null;
  region_code?: string | null;
  country_id?: string | null;
  countryId?: string | null;
  postcode?: string | null;
  city?: string | null;
  suburb?: string | null;
}

/** Reads the destination of an address. Both spellings of the country are accepted (spec D14). */
export function destinationOf(address: AddressOnWire): Shipping {
  const province = findProvince(address.region_code || address.region || '');
  const destination = {
    country_id: address.country_id || address.countryId,
    region: province?.name ?? address.region,
    region_code: province?.code ?? address.region_code,
    postcode: address.postcode,
    city: address.city,
    suburb: address.suburb,
  };
  return Object.fromEntries(Object.entries(destination).filter(([, value]) => value));
}
