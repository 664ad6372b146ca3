import { type Address, findProvince } from '@fynbos/core/accounts/address.ts';
import type { DeliveryPlace } from './cart-actions.ts';

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
