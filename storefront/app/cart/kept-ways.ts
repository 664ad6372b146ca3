import { ownKey } from '../kept-here.ts';
import { isLike, isListOf, parsed } from '../kept-shape.ts';
import { chosenStore } from '../stores/chosen-store.ts';
import type { DeliveryPlace, DeliveryWay, PaymentWay } from './cart-doing.ts';

/** The ways the shop offered to a place. */
interface KeptWays {
  place: Pick<DeliveryPlace, 'country_id' | 'region_code' | 'postcode'>;
  store: string | undefined;
  ways: readonly DeliveryWay[];
}

/** What the shop said last, for when it cannot be asked (accounts 4.4): newest first. */
interface Kept {
  delivery: readonly KeptWays[];
  payment: readonly PaymentWay[];
}

const key = ownKey('shipping-details');
const mostPlaces = 10;
const nothing: Kept = { delivery: [], payment: [] };

/** That there is no way to a place is not kept: nobody can choose it, and it is asked again. */
export function keepWays(place: DeliveryPlace, ways: readonly DeliveryWay[]): void {
  const { country_id, region_code, postcode } = place;
  const next = { place: { country_id, region_code, postcode }, store: chosenStore(), ways };
  const kept = read();
  const others = kept.delivery.filter((one) => one.store !== next.store || !isSame(one.place, place));
  const delivery = isOffer(next) ? [next, ...others] : others;
  write({ ...kept, delivery: delivery.slice(0, mostPlaces) });
}

export const keepPayments = (ways: readonly PaymentWay[]): void => write({ ...read(), payment: ways });

/**
 * The ways that were offered last to this place, or failing that to the nearest that was asked about: its province, its
 * country. Their prices may be others there, which is looked at before an order is placed.
 */
export function keptWays(place: DeliveryPlace): readonly DeliveryWay[] | undefined {
  const store = chosenStore();
  const known = read().delivery.filter(
    (one) => one.store === store && one.place.country_id === place.country_id && isOffer(one),
  );
  const found =
    known.find((one) => isSame(one.place, place)) ??
    known.find((one) => one.place.region_code === place.region_code) ??
    known[0];
  return found?.ways;
}

/** Whether a way to be delivered to and one to pay are known at all. */
export const hasWays = (): boolean => read().delivery.some(isOffer) && read().payment.length > 0;

/** The ways to pay that were offered last. */
export function keptPayments(): readonly PaymentWay[] | undefined {
  const { payment } = read();
  return payment.length > 0 ? payment : undefined;
}

const isOffer = ({ ways }: KeptWays) => ways.some(({ available }) => available);

type Place = KeptWays['place'];
const isSame = (one: Place, other: Place) =>
  one.country_id === other.country_id &&
  one.region_code === other.region_code &&
  one.postcode === other.postcode;

const isKeptWays = (kept: unknown): kept is Kept =>
  isLike(kept, { delivery: 'list', payment: 'list' }) &&
  isListOf(kept.delivery, isPlacesWays) &&
  isListOf(kept.payment, (one) => isLike(one, { code: 'string', title: 'string' }));

const isPlacesWays = (kept: unknown): boolean =>
  isLike(kept, { place: 'record', ways: 'list' }) &&
  isListOf(kept.ways, (one) => isLike(one, { carrier_code: 'string', method_code: 'string' }));

function read(): Kept {
  try {
    return parsed(localStorage.getItem(key), isKeptWays) ?? nothing;
  } catch {
    return nothing;
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Full or forbidden: it is asked again.
  }
}
