import type { Cents } from '../money.ts';

/** Where a cart goes, as far as it is known yet, and what its goods come to. */
export interface Destination {
  country: string;
  region_code: string;
  postcode: string;
  /** The chosen fulfilment store's services; undefined when none is chosen. */
  store: { services: readonly string[] } | undefined;
  amount: Cents;
}

/** A way a cart can reach its destination, and what that costs with tax. */
export interface DeliveryOffer {
  carrier_code: string;
  method_code: string;
  carrier_title: string;
  method_title: string;
  needs: 'address' | 'store' | 'pickup_point';
  price: Cents;
}
