import { type Address, findProvince } from '@fynbos/core/accounts/address.ts';
import { normalPhone } from '@fynbos/core/accounts/field-rules.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import type { placeOrder } from '@fynbos/core/orders/contract.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { addressOf } from '../../accounts/state/account-form-validation.ts';
import { type DeliveryPlace, deliveryPlaceOf } from '../../cart/sync/cart-methods.ts';
import type { CartViewLine, CartViewTotals } from '../../cart/sync/cart-view.ts';
import type { Draft } from './checkout-draft.ts';

type Body = BodyOf<typeof placeOrder>;

/**
 * The order in wire format (wire contract 1.2), with the content shown to the shopper, which the shop
 * compares (spec D6).
 */
export function orderBody(
  { personal, shipping, payment, way: shippingMethod, order }: Draft,
  cart: { lines: readonly CartViewLine[]; totals: CartViewTotals; virtual: boolean },
  { token, customer }: { token: string; customer: number | undefined },
  locale: Locale,
): Body {
  const email = (personal.email ?? '').trim();
  const shippingAddress = cart.virtual ? undefined : wireOf(addressOf(shipping), email);
  const billing = wireOf(billingOf({ shipping, payment }, cart.virtual), email);
  return {
    order_id: order,
    user_id: customer === undefined ? '' : String(customer),
    cart_id: token.length <= 50 ? token : '',
    locale,
    products: cart.lines.map(({ sku, qty, product_option, unit }) => ({
      ...{ sku, qty, product_option },
      price_incl_tax: centsToDecimal(unit),
    })),
    addressInformation: {
      ...(shippingAddress && { shippingAddress }),
      billingAddress: billing,
      ...(!cart.virtual && {
        shipping_method_code: shippingMethod?.method_code ?? '',
        shipping_carrier_code: shippingMethod?.carrier_code ?? '',
        shipping_store_code: shippingMethod?.store?.code,
      }),
      payment_method_code: payment.payment ?? '',
    },
    grand_total: centsToDecimal(cart.totals.grandTotal),
  };
}

/**
 * The billing address: the shipping address, with a company if one is named, or a separate address
 * (spec D35).
 */
export function billingOf(
  { shipping, payment }: Pick<Draft, 'shipping' | 'payment'>,
  virtual: boolean,
): Address {
  const { company = '', vat_id = '' } = payment.invoice ? payment : {};
  return { ...addressOf(isSame(payment, virtual) ? shipping : payment), company, vat_id };
}

/** The billing address is the shipping address unless the shopper chooses otherwise. */
export function isSame(payment: Draft['payment'], virtual: boolean): boolean {
  return !virtual && (payment.same !== undefined || payment.payment === undefined);
}

/** The delivery address in the format of the cart. */
export const placeOf = (values: Draft['shipping']): DeliveryPlace => deliveryPlaceOf(addressOf(values));

function wireOf({ street, apartment, telephone, ...address }: Address, email: string) {
  const province = findProvince(address.region_code || address.region);
  return {
    ...address,
    street: apartment ? [street, apartment] : [street],
    region: province?.name ?? address.region,
    region_code: province?.code ?? address.region_code,
    region_id: province?.id ?? 0,
    telephone: normalPhone(telephone, address.country_id) ?? telephone,
    email,
  };
}
