import { Problem } from '@fynbos/core/problem.ts';
import type { WorkedCart } from '../../cart/calculated-cart.ts';
import type { Shopper } from '../../cart/records/cart-context.ts';
import type { Db } from '../../db.ts';
import type { Shipping } from '../../schema/cart-tables.ts';
import { isBlocked } from '../records/owner-records-store.ts';
import type { OrderDetails } from './order-details.ts';

/** The destination, in the format that carts store. */
export function shippingOf({ shipping, carrier, method }: OrderDetails): Shipping {
  const { country_id, region_code, postcode } = shipping ?? {};
  return {
    ...(shipping && { country_id, region_code, postcode }),
    ...(carrier && method && { carrier_code: carrier, method_code: method }),
  };
}

/**
 * Refuses an order with a blocked address: that of the order, or of the account.
 * @throws Problem customer_blocked
 */
export async function refuseBlocked(db: Db, { customer }: Shopper, { email }: OrderDetails): Promise<void> {
  if (await isBlocked(db, [email, ...(customer ? [customer.email] : [])]))
    throw new Problem('customer_blocked');
}

/** @throws Problem order_address_invalid, shipping_method_unknown */
export function checkDelivery(
  { virtual, shipping }: WorkedCart,
  { shipping: address, carrier, method, store }: OrderDetails,
) {
  if (virtual) return;
  if (!address) {
    const field = {
      field: 'body/addressInformation/shippingAddress',
      message: 'is needed',
      fault: 'required',
    };
    throw new Problem('order_address_invalid', {}, [field]);
  }
  const isChosen = shipping?.chosen && shipping.carrier_code === carrier && shipping.method_code === method;
  // A store is worked out again: another may be chosen or nearer by now.
  const isSeen = store === undefined || store === shipping?.store?.code;
  if (!isChosen || !isSeen) throw new Problem('shipping_method_unknown');
}

/**
 * Returns the payment method if it is offered.
 * @throws Problem payment_method_unknown
 */
export function checkPayment<Offered extends { code: string }>(
  offers: readonly Offered[],
  code: string,
): Offered {
  const offered = offers.find((offer) => offer.code === code);
  if (!offered) throw new Problem('payment_method_unknown');
  return offered;
}
