import { type Address, findProvince } from '@fynbos/core/accounts/address.ts';

/** The delivery place of a cart, as far as known before checkout. */
export interface DeliveryPlace {
  country_id: string;
  /** ISO 3166-2, as `ZA-WC`. */
  region_code: string;
  postcode: string;
  /** Known at checkout; `[apartment, street]` here (spec D14). */
  region?: string;
  region_id?: number;
  city?: string;
  street?: string[];
}

/** An address in the format of the cart (spec commerce 3 «Address payload»): apartment before street. */
export function deliveryPlaceOf(address: Address): DeliveryPlace {
  const { street, apartment, city, country_id, postcode, region, region_code } = address;
  const province = findProvince(region_code || region);
  return {
    ...{ country_id, postcode, city, street: [apartment, street] },
    region: province?.name ?? region,
    region_code: province?.code ?? '',
    region_id: province?.id ?? 0,
  };
}
