import { type Address, findProvince } from '@fynbos/core/accounts/address.ts';
import type { paymentMethods, shippingMethods } from '@fynbos/core/cart/contract.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { storedValue } from '../../platform/storage/browser-storage.ts';
import { chosenStore } from '../../platform/storage/chosen-store.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isLike, isListOf } from '../../platform/storage/stored-shape.ts';

export type ShippingMethod = ResultOf<typeof shippingMethods>[number];
/** Identifies a shipping method; two carriers may use the same method code. */
export const shippingMethodCode = ({ carrier_code, method_code }: ShippingMethod) =>
  `${carrier_code} ${method_code}`;

export type PaymentMethod = ResultOf<typeof paymentMethods>[number];

/** The delivery place of a cart, as far as known before checkout. */
export interface DeliveryPlace {
  country_id: string;
  /** ISO 3166-2, as `ZA-WC`. */
  region_code: string;
  postcode: string;
  /** Known at checkout; `[apartment, street]` here (spec D14). */
  region?: string;
  region_id?: number;
  city?: string;
  street?: string[];
}

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

/** The shipping methods the shop offered for a place. */
interface PlaceMethods {
  place: Pick<DeliveryPlace, 'country_id' | 'region_code' | 'postcode'>;
  store: string | undefined;
  ways: readonly ShippingMethod[];
}

/** The last methods the shop sent, newest first, for use while the shop cannot be reached (spec accounts 4.4). */
interface CachedMethods {
  delivery: readonly PlaceMethods[];
  payment: readonly PaymentMethod[];
}

const maxPlaces = 10;
const nothing: CachedMethods = { delivery: [], payment: [] };

/**
 * Stores the shipping methods of a place. A place without available methods is not stored, so it is
 * requested again.
 */
export function cacheShippingMethods(place: DeliveryPlace, methods: readonly ShippingMethod[]): void {
  const { country_id, region_code, postcode } = place;
  const next = { place: { country_id, region_code, postcode }, store: chosenStore(), ways: methods };
  const cached = read();
  const otherPlaces = cached.delivery.filter(
    (entry) => entry.store !== next.store || !isSame(entry.place, place),
  );
  const delivery = isOffer(next) ? [next, ...otherPlaces] : otherPlaces;
  write({ ...cached, delivery: delivery.slice(0, maxPlaces) });
}

export const cachePaymentMethods = (methods: readonly PaymentMethod[]): void =>
  write({ ...read(), payment: methods });

/**
 * The last shipping methods offered for this place, or for the nearest known place: same province, then
 * same country. Prices may differ there; they are checked before an order is placed.
 */
export function cachedShippingMethods(place: DeliveryPlace): readonly ShippingMethod[] | undefined {
  const store = chosenStore();
  const known = read().delivery.filter(
    (entry) => entry.store === store && entry.place.country_id === place.country_id && isOffer(entry),
  );
  const nearest =
    known.find((entry) => isSame(entry.place, place)) ??
    known.find((entry) => entry.place.region_code === place.region_code) ??
    known[0];
  if (!nearest || isSame(nearest.place, place)) return nearest?.ways;
  // The nearest store of another place is not that of this one.
  return nearest.ways.filter((method) => store !== undefined || !method.store);
}

/** Whether at least one shipping method and one payment method are cached. */
export const hasCachedMethods = (): boolean => read().delivery.some(isOffer) && read().payment.length > 0;

/** The payment methods the shop offered last. */
export function cachedPaymentMethods(): readonly PaymentMethod[] | undefined {
  const { payment } = read();
  return payment.length > 0 ? payment : undefined;
}

const isOffer = ({ ways: methods }: PlaceMethods) => methods.some(({ available }) => available);

type Place = PlaceMethods['place'];
const isSame = (first: Place, second: Place) =>
  first.country_id === second.country_id &&
  first.region_code === second.region_code &&
  first.postcode === second.postcode;

const isCachedMethods = (value: unknown): value is CachedMethods =>
  isLike(value, { delivery: 'list', payment: 'list' }) &&
  isListOf(value.delivery, isPlaceMethods) &&
  isListOf(value.payment, (method) => isLike(method, { code: 'string', title: 'string' }));

const isPlaceMethods = (value: unknown): boolean =>
  isLike(value, { place: 'record', ways: 'list' }) &&
  isListOf(value.ways, (method) => isLike(method, { carrier_code: 'string', method_code: 'string' }));

const storedMethods = storedValue(ownKey('shipping-details'), isCachedMethods);

const read = (): CachedMethods => storedMethods.read() ?? nothing;

/** If the methods cannot be stored, they are requested again. */
const write = (cached: CachedMethods): void => void storedMethods.write(cached);
