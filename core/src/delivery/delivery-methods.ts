import type { Cents } from '../money.ts';
import { type StoreView, shop } from '../shop.ts';
import { carriesColdGoods } from './cold-goods.ts';
import { type DeliveryFee, feeSteps, lowestFee } from './delivery-fee.ts';
import type { DeliveryOffer, Destination, PlaceOffer } from './delivery-offer.ts';

/** A shipping method and the rules of its price (za-facts: courier, express, collect, locker). */
export interface DeliveryMethod {
  carrier_code: string;
  method_code: string;
  carrier_title: string;
  method_title: string;
  needs: 'address' | 'store' | 'pickup_point';
  rates: readonly DeliveryRate[];
  /** Its titles in other store views and languages, by their codes. */
  titles?: Readonly<Record<string, Partial<Record<'carrier_title' | 'method_title', string>>>>;
}

export interface DeliveryRate extends DeliveryFee {
  /** The store view whose currency applies; empty is the shop itself. */
  store_code: string;
  /** Empty means everywhere. */
  region_codes: readonly string[];
  postcode_from: string | null;
  postcode_to: string | null;
}

/**
 * Returns the shipping methods for this order in the shop's order (CHK-2): those with a rate that matches
 * the address and the amount, each at its lowest matching rate. Collection needs a store.
 * Cold goods need a method that carries them (spec D59).
 */
export function offeredMethods(
  methods: readonly DeliveryMethod[],
  to: Destination,
  shopCountry: string,
): DeliveryOffer[] {
  if (to.country !== shopCountry) return [];
  return methods.flatMap((method) => {
    const isCollected = method.needs === 'store';
    if (isCollected && !to.store) return [];
    if (to.cold && !carriesColdGoods(method.method_title)) return [];
    const { rates, titles: _, ...named } = method;
    const price = lowestFee(ratesAt(rates, to), to.amount);
    return price === undefined
      ? []
      : [{ ...named, price, ...(isCollected && to.store && { store: to.store }) }];
  });
}

/** Returns the methods that reach a place, each with its fee for the smallest value of goods it accepts, and lower fees. */
export function methodsAtPlace(methods: readonly DeliveryMethod[], place: RatedPlace): PlaceOffer[] {
  return methods.flatMap(({ rates: all, titles: _, ...named }) => {
    const rates = feeSteps(ratesAt(all, place));
    const free = rates.find(({ price }) => price === 0);
    const [first] = rates;
    return first ? [{ ...named, ...first, ...(free && { free_from: free.from_amount }), rates }] : [];
  });
}

/**
 * Returns the shipping methods of a store view with its own titles and rates. A method without such rates
 * uses the shop's. In another currency only the unconditionally free ones apply, because amounts in rand
 * have no meaning there.
 */
export function methodsIn(
  methods: readonly DeliveryMethod[],
  { code, currency }: Pick<StoreView, 'code' | 'currency'>,
): readonly DeliveryMethod[] {
  return methods.map((method) => {
    const viewRates = method.rates.filter((rate) => rate.store_code === code);
    const shops = method.rates.filter((rate) => rate.store_code === '' && means(rate, currency));
    return { ...method, ...method.titles?.[code], rates: viewRates.length > 0 ? viewRates : shops };
  });
}

const means = ({ price, from_amount }: DeliveryRate, currency: string): boolean =>
  currency === shop.currency || (price === 0 && from_amount === 0);

type RatedPlace = Pick<Destination, 'region_code' | 'postcode'>;

const ratesAt = (rates: readonly DeliveryRate[], place: RatedPlace): DeliveryRate[] =>
  rates.filter((rate) => reaches(rate, place));

function reaches(rate: DeliveryRate, to: RatedPlace): boolean {
  if (rate.region_codes.length > 0 && !rate.region_codes.includes(to.region_code)) return false;
  if (rate.postcode_from === null && rate.postcode_to === null) return true;
  const { postcode } = to;
  if (postcode === '') return false;
  return postcode >= startOf(rate) && postcode <= endOf(rate);
}

/** The value of goods from which a method to the door is free everywhere, and who brings them. */
export interface FreeDelivery {
  from: Cents;
  carrier_title: string;
}

/** Returns the lowest such value; undefined when no method that carries the goods is ever free. */
export function freeDelivery(
  methods: readonly DeliveryMethod[],
  { cold }: { cold: boolean },
): FreeDelivery | undefined {
  const [lowest] = methods
    .filter(({ needs, method_title }) => needs === 'address' && (!cold || carriesColdGoods(method_title)))
    .flatMap(({ carrier_title, rates }) =>
      rates
        .filter((rate) => rate.price === 0 && rate.region_codes.length === 0 && rate.postcode_from === null)
        .map((rate) => ({ from: rate.from_amount, carrier_title })),
    )
    .toSorted((a, b) => a.from - b.from);
  return lowest;
}

/** Whether some order in one of these store views is offered both methods. */
export function areOfferedTogether(
  pair: readonly [DeliveryMethod, DeliveryMethod],
  views: readonly Pick<StoreView, 'code' | 'currency'>[],
): boolean {
  return views.some((view) => {
    const [first, second] = methodsIn(pair, view);
    return (
      first?.rates.some((rate) => second?.rates.some((candidate) => reachSameAddress(rate, candidate))) ??
      false
    );
  });
}

function reachSameAddress(first: DeliveryRate, second: DeliveryRate): boolean {
  const regions = first.region_codes.filter((region) => second.region_codes.includes(region));
  const anyRegion = first.region_codes.length === 0 || second.region_codes.length === 0;
  if (!anyRegion && regions.length === 0) return false;
  return startOf(first) <= endOf(second) && startOf(second) <= endOf(first);
}

const startOf = ({ postcode_from }: DeliveryRate): string => postcode_from ?? '';
const endOf = ({ postcode_to }: DeliveryRate): string => postcode_to ?? '\uffff';
