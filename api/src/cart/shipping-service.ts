import type { DeliveryOffer } from '@fynbos/core/cart/delivery-offer.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Carts, Shopper } from './carts.ts';
import { destinationOf, type Shipping } from './shipping.ts';
import type { FoundCart, KeptCart } from './store.ts';
import { offeredFor, type WorkedCart, workOut } from './worked-cart.ts';
import { type WriteKey, type Written, write } from './write.ts';

type Address = Parameters<typeof destinationOf>[0];

/** The ways this cart can come to an address, which is asked about and not kept. */
export async function methodsFor(
  carts: Carts,
  shopper: Shopper,
  kept: KeptCart,
  address: Address,
): Promise<{ worked: WorkedCart; offered: DeliveryOffer[] }> {
  const worked = await workOut(carts, shopper, kept);
  if (worked.virtual) return { worked, offered: [] };
  const shipping = { ...(kept.cart.shipping as Shipping), ...destinationOf(address) };
  const amount = worked.totals.subtotal - worked.totals.discount;
  return { worked, offered: offeredFor(carts, shopper, { shipping: { ...shipping } }, amount) };
}

/** Where the goods go and how, as far as it is said. */
export interface ShippingSaid {
  address?: Address | undefined;
  carrier?: string | null | undefined;
  method?: string | null | undefined;
}

/**
 * Keeps what is said of delivery. A method that is not offered for the address is refused and nothing is
 * kept; one chosen earlier stays while it is offered.
 *
 * @throws Problem shipping_method_unknown
 */
export function saveDelivery(
  carts: Carts,
  shopper: Shopper,
  found: FoundCart,
  { address, carrier, method }: ShippingSaid,
  key: WriteKey,
): Promise<Written<true>> {
  return write(carts, found, key, async ({ cart, lines }, db) => {
    const said = { ...(cart.shipping as Shipping), ...(address ? destinationOf(address) : {}) };
    const chosen = carrier && method ? { ...said, carrier_code: carrier, method_code: method } : said;
    if (carrier && method) {
      const next = { ...cart, shipping: { ...chosen } };
      const { offered } = await workOut({ ...carts, db }, shopper, { cart: next, lines });
      const isOffered = offered.some((one) => one.carrier_code === carrier && one.method_code === method);
      if (!isOffered) throw new Problem('shipping_method_unknown');
    }
    return { kept: { shipping: { ...chosen } }, answer: true as const };
  });
}
