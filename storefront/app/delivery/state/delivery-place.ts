import { type DeliveryAtPlace, deliveryOffer } from '@fynbos/core/delivery/contract.ts';
import { callApi } from '../../api-client.ts';
import { readProfile, usualAddressOf } from '../../platform/session/profile.ts';
import { useStore } from '../../platform/state/store.ts';
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
  /** The postal code of the customer's address that it follows; none of a place that the shopper chose. */
  usual?: string | undefined;
}

/** The place of this store view, shared by the strip, the product pages, the cart and the checkout. */
export const deliveryPlace: StoredStore<StoredDelivery | undefined> = storedStore(
  ownKey('delivery-place'),
  (stored) => (isStoredDelivery(stored) ? stored : undefined),
);

/** The stored place and its methods, live; none on the server, which renders the same page for everybody (spec D32). */
export const useDeliveryPlace = (): StoredDelivery | undefined => useStore(deliveryPlace, undefined);

const isStoredDelivery = (value: unknown): value is StoredDelivery =>
  isLike(value, { place: 'record', methods: 'list', at: 'number' }) &&
  isLike(value.place, { postcode: 'string', name: 'string', city: 'string', region_code: 'string' }) &&
  isListOf(
    value.methods,
    (method) =>
      isLike(method, { needs: 'string', price_incl_tax: 'number', carries_cold_goods: 'boolean' }) &&
      isListOf(method.rates ?? [], (rate) =>
        isLike(rate, { from_amount: 'number', price_incl_tax: 'number' }),
      ),
  );

/**
 * Asks the shop for the methods at a typed place and stores both.
 * @param isUsual whether the place is the customer's address and not a choice
 * @throws ApiProblem place_unknown, and the errors of `callApi`
 */
export async function choosePlace(typed: string, isUsual = false): Promise<void> {
  const collectAt = chosenStore();
  const { result } = await callApi(deliveryOffer, { query: { place: typed }, store: collectAt });
  const stored = deliveryPlace.get();
  // The shopper may have chosen a place meanwhile, or logged out.
  if (isUsual && stored && stored.usual === undefined) return;
  if (isUsual && usualAddressOf(readProfile())?.postcode.trim() !== typed) return;
  deliveryPlace.set({ ...result, at: Date.now(), collectAt, ...(isUsual && { usual: typed }) });
}
