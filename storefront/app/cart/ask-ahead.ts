import { readProfile } from '../accounts/session/profile.ts';
import { storeView } from '../api-settings.ts';
import type { DeliveryPlace } from './cart-doing.ts';
import { hasWays } from './kept-ways.ts';
import { cartActions } from './open-cart.ts';

/**
 * Asks once how this cart can be delivered and paid, and keeps the answers: who has never been in checkout can order
 * without a network all the same (accounts 4.4). Two small answers: who wants to spend little loses the network as well.
 */
export async function askAhead(): Promise<void> {
  if (!navigator.onLine || hasWays()) return;
  const place = usualPlace();
  const text = JSON.stringify(place);
  if (text === askedFor) return;
  try {
    await cartActions.deliveryWays(place);
    await cartActions.paymentWays();
    askedFor = text;
  } catch {
    // Asked again with the next page.
  }
}

/** What this page has heard all of already, though nothing may be offered there. */
let askedFor: string | undefined;

/** Where the customer's orders go; of a guest no more than the country is known. */
function usualPlace(): DeliveryPlace {
  const addresses = readProfile()?.addresses ?? [];
  const usual = addresses.find(({ default_shipping }) => default_shipping) ?? addresses[0];
  const { country } = storeView();
  return {
    country_id: usual?.country_id ?? country,
    region_code: usual?.region?.region_code ?? '',
    postcode: usual?.postcode ?? '',
  };
}
