import {
  areOfferedTogether,
  type DeliveryMethod,
  type DeliveryRate,
  type FreeDelivery,
  freeDelivery,
  methodsAtPlace,
  methodsIn,
  offeredMethods,
} from '@fynbos/core/delivery/delivery-methods.ts';
import type { DeliveryOffer, Destination, PlaceOffer } from '@fynbos/core/delivery/delivery-offer.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import { type CatalogueText, catalogueTexts } from '../catalogue/labels/catalogue-labels.ts';
import type { Db } from '../db.ts';
import { deleteDeliveryRates, insertDeliveryRates, upsertDeliveryMethods } from './delivery-store.ts';
import { type MethodRow, type RateRow, readMethods, readRates } from './read-store.ts';

/** The shipping methods as cached by this process. */
export interface Deliveries {
  /** The methods that serve a destination in the store view's country, with a price in its currency. */
  offersFor(to: Destination, view: Pick<StoreView, 'code' | 'country' | 'currency'>): DeliveryOffer[];
  /** The methods that reach a place, before there is a cart. */
  methodsAt(
    place: Pick<Destination, 'region_code' | 'postcode'>,
    view: Pick<StoreView, 'code' | 'currency'>,
  ): PlaceOffer[];
  /** From which goods total delivery is free; undefined when it never is, as for cold goods that only an express carries. */
  freeDelivery(
    view: Pick<StoreView, 'code' | 'currency'>,
    goods: { cold: boolean },
  ): FreeDelivery | undefined;
  /** The titles of the methods, which may be translated (spec D68). */
  texts(): readonly CatalogueText[];
  /** Reloads the methods. */
  refresh(): Promise<void>;
}

/** Reads the shipping methods; `refresh` is called when an import announces changes. */
export async function openDeliveries(db: Db): Promise<Deliveries> {
  let methods: readonly DeliveryMethod[] = [];
  let texts: readonly CatalogueText[] = [];
  /** The methods that each store view offers, by view code. */
  const offeredIn = new Map<string, readonly DeliveryMethod[]>();
  async function refresh(): Promise<void> {
    const rates = Map.groupBy(await readRates(db), keyOf);
    const offered = (await readMethods(db)).filter((method) => method.enabled);
    methods = offered.map(({ position: _, enabled: __, view_texts: titles, ...method }) => ({
      ...method,
      titles,
      rates: (rates.get(keyOf(method)) ?? []).map((rate) => rateOf(rate)),
    }));
    texts = [...catalogueTexts(offered, 'carrier_title'), ...catalogueTexts(offered, 'method_title')];
    offeredIn.clear();
  }
  function methodsInView(view: Pick<StoreView, 'code' | 'currency'>): readonly DeliveryMethod[] {
    const known = offeredIn.get(view.code) ?? methodsIn(methods, view);
    offeredIn.set(view.code, known);
    return known;
  }
  await refresh();
  return {
    offersFor: (to, view) => offeredMethods(methodsInView(view), to, view.country),
    methodsAt: (place, view) => methodsAtPlace(methodsInView(view), place),
    freeDelivery: (view, goods) => freeDelivery(methodsInView(view), goods),
    texts: () => texts,
    refresh,
  };
}

const keyOf = ({ carrier_code, method_code }: { carrier_code: string; method_code: string }): string =>
  `${carrier_code} ${method_code}`;

/** Whether two methods can be offered for the same order in some store view. */
export const areMethodsOfferedTogether = (first: NewMethod, second: NewMethod): boolean =>
  areOfferedTogether([withRules(first), withRules(second)], storeViews);

const withRules = ({ rates, ...method }: NewMethod): DeliveryMethod => ({
  ...method,
  rates: rates.map((rate) => rateOf(rate)),
});

function rateOf({ price_incl_tax_cents, from_amount_cents, ...row }: NewRate): DeliveryRate {
  const { store_code, region_codes, postcode_from, postcode_to } = row;
  return {
    store_code,
    price: price_incl_tax_cents,
    from_amount: from_amount_cents,
    region_codes,
    postcode_from,
    postcode_to,
  };
}

/** A rate in the format that an import writes. */
export type NewRate = Omit<RateRow, 'id' | 'carrier_code' | 'method_code'>;
/** A shipping method in the format that an import writes, with its rates in order. */
export type NewMethod = MethodRow & { rates: NewRate[] };

/** The stored shipping methods by carrier and method, disabled ones included. */
export async function storedMethods(db: Db): Promise<Map<string, NewMethod>> {
  const rates = Map.groupBy(await readRates(db), keyOf);
  const withRates = (method: MethodRow): NewMethod => ({
    ...method,
    rates: (rates.get(keyOf(method)) ?? []).map(
      ({ id: _, carrier_code: __, method_code: ___, ...rate }) => rate,
    ),
  });
  return new Map((await readMethods(db)).map((method) => [keyOf(method), withRates(method)]));
}

/** Writes shipping methods with exactly these rates, within the caller's transaction. */
export async function saveMethods(db: Db, methods: readonly NewMethod[]): Promise<void> {
  if (methods.length === 0) return;
  await upsertDeliveryMethods(
    db,
    methods.map(({ rates: _, ...method }) => method),
  );
  for (const { carrier_code, method_code, rates } of methods) {
    await deleteDeliveryRates(db, carrier_code, method_code);
    await insertDeliveryRates(
      db,
      rates.map((rate) => ({ carrier_code, method_code, ...rate })),
    );
  }
}
