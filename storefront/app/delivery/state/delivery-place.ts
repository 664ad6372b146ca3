import { type DeliveryAtPlace, deliveryOffer } from '@fynbos/core/delivery/contract.ts';
import { shop } from '@fynbos/core/shop.ts';
import { callApi } from '../../api-client.ts';
import { chosenStore } from '../../platform/storage/chosen-store.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isLike, isListOf } from '../../platform/storage/stored-shape.ts';
import { type StoredStore, storedStore } from '../../platform/storage/stored-store.ts';

/** The place a shopper wants deliveries at, with the methods that reached it at a time. */
export interface StoredDelivery extends DeliveryAtPlace {
  /** When the shop said so, in milliseconds. */
  at: number;
  /** The chosen fulfilment store at that time. */
  collectAt?: string | undefined;
}

/** The place of this store view, shared by the strip, the product pages, the cart and the checkout. */
export const deliveryPlace: StoredStore<StoredDelivery | undefined> = storedStore(
  ownKey('delivery-place'),
  (stored) => (isStoredDelivery(stored) ? stored : undefined),
);

const isStoredDelivery = (value: unknown): value is StoredDelivery =>
  isLike(value, { place: 'record', methods: 'list', at: 'number' }) &&
  isLike(value.place, { postcode: 'string', name: 'string', city: 'string', region_code: 'string' }) &&
  isListOf(value.methods, (method) =>
    isLike(method, { needs: 'string', price_incl_tax: 'number', carries_cold_goods: 'boolean' }),
  );

/**
 * Asks the shop for the methods at a typed place and stores both.
 * @throws ApiProblem place_unknown, and the errors of `callApi`
 */
export async function choosePlace(typed: string): Promise<void> {
  const collectAt = chosenStore();
  const { result } = await callApi(deliveryOffer, { query: { place: typed }, store: collectAt });
  deliveryPlace.set({ ...result, at: Date.now(), collectAt });
}

const hour = 60 * 60 * 1000;

/** Whether the stored methods should be requested again: after an hour, on another day, or for another store. */
export function isOutdated({ at, collectAt }: StoredDelivery, now: Date, store: string | undefined): boolean {
  return now.getTime() - at > hour || !isOfToday(at, now) || collectAt !== store;
}

/** Whether days counted at that time are still right. */
export const isOfToday = (at: number, now: Date): boolean => dayOf(new Date(at)) === dayOf(now);

const dayOf = (instant: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: shop.timeZone }).format(instant);
