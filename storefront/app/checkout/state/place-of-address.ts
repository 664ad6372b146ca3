import { choosePlace, deliveryPlace } from '../../delivery/state/delivery-place.ts';
import { storeView } from '../../platform/api/api-settings.ts';
import { readProfile, usualAddressOf } from '../../platform/session/profile.ts';
import type { Draft } from './checkout-draft.ts';

/** Makes the place of an order's address the shopper's delivery place; if that fails, the one before may stay (spec D62). */
export function choosePlaceOf({ country_id, postcode = '' }: Draft['shipping']): void {
  const typed = country_id === storeView().country ? postcode.trim() : '';
  if (!typed || typed === deliveryPlace.get()?.place.postcode) return;
  const isUsual = typed === usualAddressOf(readProfile())?.postcode.trim();
  // From now on the place follows the address of the account.
  if (isUsual) deliveryPlace.set(undefined);
  void choosePlace(typed, isUsual).catch(() => {});
}
