import { addressValues } from '../../accounts/state/address-conversion.ts';
import { storeView } from '../../platform/api/api-settings.ts';
import { type Profile, usualAddressOf } from '../../platform/session/profile.ts';
import type { Values } from '../../ui/forms/form-values.ts';
import { currentDraft } from './checkout-draft.ts';
import { isSame } from './order-request-body.ts';

/** The customer's default delivery address, otherwise the first one of the address book. */
export function usualAddress(profile: Profile | undefined): Values | undefined {
  const usual = usualAddressOf(profile);
  return usual && { ...addressValues(usual), book: String(usual.id) };
}

/** The values typed before, or the customer's default billing address. */
export function firstPayment(profile: Profile | undefined, virtual: boolean): Values {
  const { payment, shipping, personal } = currentDraft();
  const { firstname = '', lastname = '' } = personal;
  const emptyValues = { firstname, lastname, country_id: storeView().country };
  if (Object.keys(payment).length > 0) return { ...emptyValues, ...payment };
  const usual = profile?.addresses.find(({ default_billing }) => default_billing);
  const isSeparate = usual && !virtual && String(usual.id) !== shipping.book;
  if (!usual) return emptyValues;
  const known = addressValues(usual);
  // A separate address if it differs from the shipping address.
  return isSeparate ? { ...known, payment: '' } : known;
}

/** The known values with this payment method; the billing address stays the same. */
export const paymentBy = (method: string, known: Values, virtual: boolean): Values => ({
  ...known,
  payment: method,
  ...(isSame(known, virtual) && { same: 'on' }),
});
