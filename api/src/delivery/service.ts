import type { DeliveryOffer, Destination } from '@fynbos/core/cart/delivery-offer.ts';
import {
  type DeliveryMethod,
  type DeliveryRate,
  freeDeliveryFrom,
  offeredMethods,
} from '@fynbos/core/delivery/methods.ts';
import type { Cents } from '@fynbos/core/money.ts';
import type { Db } from '../db.ts';
import { type RateRow, readMethods, readRates } from './read-store.ts';

/** The ways of delivery as this process knows them. */
export interface Deliveries {
  /** Those that reach a destination in the shop's country. */
  offersFor(to: Destination, country: string): DeliveryOffer[];
  /** What the goods must come to for free delivery; undefined when it never is. */
  freeFrom(): Cents | undefined;
  /** Reads them again. */
  refresh(): Promise<void>;
}

/** Reads the ways of delivery; `refresh` follows what an import announces. */
export async function openDeliveries(db: Db): Promise<Deliveries> {
  let methods: readonly DeliveryMethod[] = [];
  async function refresh(): Promise<void> {
    const rates = Map.groupBy(await readRates(db), keyOf);
    methods = (await readMethods(db)).map(({ position: _, enabled: __, ...method }) => ({
      ...method,
      rates: (rates.get(keyOf(method)) ?? []).map(rateOf),
    }));
  }
  await refresh();
  return {
    offersFor: (to, country) => offeredMethods(methods, to, country),
    freeFrom: () => freeDeliveryFrom(methods),
    refresh,
  };
}

const keyOf = ({ carrier_code, method_code }: { carrier_code: string; method_code: string }): string =>
  `${carrier_code} ${method_code}`;

function rateOf({ price_incl_tax_cents, from_amount_cents, ...row }: RateRow): DeliveryRate {
  const { region_codes, postcode_from, postcode_to } = row;
  return {
    price: price_incl_tax_cents,
    from_amount: from_amount_cents,
    region_codes,
    postcode_from,
    postcode_to,
  };
}
