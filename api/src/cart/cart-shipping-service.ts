import { findProvince } from '@fynbos/core/accounts/address.ts';
import { cleanCode, cleanLine, cleanNumber } from '@fynbos/core/clean-text.ts';
import type { DeliveryOffer } from '@fynbos/core/delivery/delivery-offer.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Shipping } from '../schema/cart-tables.ts';
import { offeredFor, type WorkedCart, workOut } from './calculated-cart.ts';
import type { Carts, Shopper } from './records/cart-context.ts';
import type { FoundCart, StoredCart } from './records/cart-store.ts';
import { type WriteKey, type Written, writeOnce } from './records/idempotent-write.ts';

type Address = Parameters<typeof destinationOf>[0];

/**
 * The shipping methods of this cart for an address, and those that do not carry its cold goods. The address is
 * not stored.
 */
export async function shippingMethodsFor(
  carts: Carts,
  shopper: Shopper,
  storedCart: StoredCart,
  address: Address,
): Promise<{ worked: WorkedCart; offered: DeliveryOffer[]; tooSlow: DeliveryOffer[] }> {
  const worked = await workOut(carts, shopper, storedCart);
  if (worked.virtual) return { worked, offered: [], tooSlow: [] };
  const shipping = { ...storedCart.cart.shipping, ...destinationOf(address) };
  const offeredIf = (cold: boolean) =>
    offeredFor(
      carts,
      shopper,
      { shipping: { ...shipping } },
      { amount: worked.goodsValue, cold, lines: worked.lines },
    );
  const offered = offeredIf(worked.cold);
  if (!worked.cold) return { worked, offered, tooSlow: [] };
  const tooSlow = offeredIf(false).filter(
    ({ carrier_code, method_code }) =>
      !offered.some((offer) => offer.carrier_code === carrier_code && offer.method_code === method_code),
  );
  return { worked, offered, tooSlow };
}

/** The delivery address and shipping method, as far as they are known. */
export interface ShippingChoice {
  address?: Address | undefined;
  carrier?: string | null | undefined;
  method?: string | null | undefined;
}

/**
 * Stores the delivery address and method. A method that is not offered for the address is refused and
 * nothing is stored. A method chosen earlier stays while it is offered.
 * @throws Problem shipping_method_unknown
 */
export function saveShipping(
  carts: Carts,
  shopper: Shopper,
  foundCart: FoundCart,
  { key, address, carrier, method }: ShippingChoice & { key: WriteKey },
): Promise<Written<true>> {
  return writeOnce(carts, foundCart, key, async ({ cart, lines }, db) => {
    const destination = { ...cart.shipping, ...(address ? destinationOf(address) : {}) };
    const chosen =
      carrier && method ? { ...destination, carrier_code: carrier, method_code: method } : destination;
    if (carrier && method) {
      const next = { ...cart, shipping: { ...chosen } };
      const { offered } = await workOut({ ...carts, db }, shopper, { cart: next, lines });
      const isOffered = offered.some(
        (offer) => offer.carrier_code === carrier && offer.method_code === method,
      );
      if (!isOffered) throw new Problem('shipping_method_unknown');
    }
    return { fields: { shipping: { ...chosen } }, result: true as const };
  });
}

interface AddressOnWire {
  region?: string | null;
  region_code?: string | null;
  country_id?: string | null;
  countryId?: string | null;
  postcode?: string | null;
  city?: string | null;
  suburb?: string | null;
}

/** Reads the destination of an address. Both spellings of the country are accepted (spec D14). */
function destinationOf(address: AddressOnWire): Shipping {
  const province = findProvince(address.region_code || address.region || '');
  const destination = {
    country_id: cleanCode(address.country_id || address.countryId || ''),
    region: province?.name ?? cleanLine(address.region ?? ''),
    region_code: province?.code ?? cleanCode(address.region_code ?? ''),
    postcode: cleanNumber(address.postcode ?? ''),
    city: cleanLine(address.city ?? ''),
    suburb: cleanLine(address.suburb ?? ''),
  };
  return Object.fromEntries(Object.entries(destination).filter(([, value]) => value));
}
