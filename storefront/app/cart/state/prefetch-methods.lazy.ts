import { readAddress } from '@fynbos/core/accounts/address-format.ts';
import { storeView } from '../../platform/api/api-settings.ts';
import { readProfile, usualAddressOf } from '../../platform/session/profile.ts';
import { type DeliveryPlace, deliveryPlaceOf, hasCachedMethods } from '../sync/cart-methods.ts';
import { cartActions } from './current-cart.ts';

/**
 * Requests the shipping and payment methods of this cart once and stores them. So shoppers who have never
 * been in checkout can order offline (spec accounts 4.4). The two responses are small. A shopper who saves data
 * also loses the network at times.
 */
export async function prefetchMethods(): Promise<void> {
  if (!navigator.onLine || hasCachedMethods()) return;
  try {
    const place = usualPlace();
    const text = JSON.stringify(place);
    if (fetchedFor.has(text)) return;
    await cartActions.shippingMethods(place);
    await cartActions.paymentMethods();
    fetchedFor.add(text);
  } catch {
    // Requested again on the next page.
  }
}

/** The places for which this page has requested the methods, even if there are none. */
const fetchedFor = new Set<string>();

/** The customer's default delivery place; of a guest only the country is known. */
function usualPlace(): DeliveryPlace {
  const usual = usualAddressOf(readProfile());
  const { country } = storeView();
  if (!usual) return { country_id: country, region_code: '', postcode: '' };
  const address = readAddress(usual);
  return deliveryPlaceOf({ ...address, country_id: address.country_id || country });
}
