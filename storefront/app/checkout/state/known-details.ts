import { validateDeliveryAddress, validatePersonalDetails } from '@fynbos/core/checkout/checkout-details.ts';
import { addressOf } from '../../accounts/state/account-form-validation.ts';
import type { ShippingMethod } from '../../cart/sync/cart-methods.ts';
import { shortestName } from '../../platform/api/api-settings.ts';
import type { Profile } from '../../platform/session/profile.ts';
import type { Values } from '../../ui/forms/form-values.ts';
import type { Draft } from './checkout-draft.ts';
import { usualAddress } from './first-values.ts';

/** The personal details of a customer; undefined if one of them is missing or invalid. */
export function knownPersonal(profile: Profile, { personal }: Pick<Draft, 'personal'>): Values | undefined {
  const firstname = personal.firstname || profile.firstname;
  const lastname = personal.lastname || profile.lastname;
  const { email } = profile;
  const noAccount = { createAccount: false, password: '', repeated: '', terms: false };
  const errors = validatePersonalDetails({ firstname, lastname, email, ...noAccount }, shortestName());
  return Object.keys(errors).length === 0 ? { firstname, lastname, email } : undefined;
}

/**
 * The delivery address of a customer: of this order if its step is finished, otherwise the usual one. Undefined if it
 * is invalid, or if another one was begun.
 */
export function knownShipping(
  profile: Profile,
  { shipping, done }: Pick<Draft, 'shipping' | 'done'>,
): Values | undefined {
  const usual = usualAddress(profile);
  const typed = shipping.street || shipping.postcode ? shipping : usual;
  if (!usual || !typed) return undefined;
  if (!done.includes('shipping') && !isSameAddress(typed, usual)) return undefined;
  const errors = validateDeliveryAddress(addressOf(typed), shortestName());
  return Object.keys(errors).length === 0 ? typed : undefined;
}

const isSameAddress = (left: Values, right: Values): boolean =>
  JSON.stringify(addressOf(left)) === JSON.stringify(addressOf(right));

/** The available method with this code of an order: carrier and method. */
export const findOffered = (
  methods: readonly ShippingMethod[],
  code: string | undefined,
): ShippingMethod | undefined =>
  methods.find((method) => method.available && orderedMethodCode(method) === code);

/** A shipping method as orders name it. */
export const orderedMethodCode = ({ carrier_code, method_code }: ShippingMethod): string =>
  `${carrier_code}_${method_code}`;
