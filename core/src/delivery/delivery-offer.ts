import type { Cents } from '../money.ts';
import type { DeliveryFee } from './delivery-fee.ts';

/** Where a cart is delivered, as far as it is known, and the value of its goods. */
export interface Destination {
  country: string;
  region_code: string;
  postcode: string;
  /** The fulfilment store at which the goods can be collected. */
  store: CollectingStore | undefined;
  amount: Cents;
  /** Whether any of the goods must stay cold. */
  cold?: boolean | undefined;
}

/** What shoppers know of the store at which goods are collected. */
interface CollectingStore {
  code: string;
  name: string;
  hours: string;
}

/** A shipping method that reaches the destination, and its price with tax. */
export interface DeliveryOffer {
  carrier_code: string;
  method_code: string;
  carrier_title: string;
  method_title: string;
  needs: 'address' | 'store' | 'pickup_point';
  price: Cents;
  /** Where the goods are collected. */
  store?: CollectingStore;
}

/** A shipping method at a place, before there is a cart. */
export interface PlaceOffer extends DeliveryOffer {
  /** The value of goods from which the method is offered at its price. */
  from_amount: Cents;
  /** The value of goods from which it is free; absent when it never is. */
  free_from?: Cents;
  /** The values of goods from which its fee is lower, ascending; the first is `from_amount`. */
  rates: readonly DeliveryFee[];
}
