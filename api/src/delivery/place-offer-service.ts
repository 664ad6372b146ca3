import { placeNamed } from '@fynbos/core/checkout/named-place.ts';
import { carriesColdGoods } from '@fynbos/core/delivery/cold-goods.ts';
import type { DeliveryAtPlace, MethodAtPlace } from '@fynbos/core/delivery/contract.ts';
import type { PlaceOffer } from '@fynbos/core/delivery/delivery-offer.ts';
import { expectedDelivery } from '@fynbos/core/delivery/expected-delivery.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { type StoreView, shop } from '@fynbos/core/shop.ts';
import { collectingStore } from '@fynbos/core/stores/collecting-store.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import type { Deliveries } from './delivery-service.ts';

/** What the offer of a place is calculated from. */
export interface PlaceOfferSources {
  delivery: Pick<Deliveries, 'methodsAt'>;
  /** The fulfilment stores by code. */
  stores: () => ReadonlyMap<string, Store>;
  now: () => Date;
}

/**
 * Returns the shipping methods at the typed place. Goods are collected at the chosen store, or at the nearest one.
 * @throws Problem place_unknown
 */
export function deliveryAt(
  { delivery, stores, now }: PlaceOfferSources,
  { typed, view, store }: { typed: string; view: StoreView; store: string | undefined },
): DeliveryAtPlace {
  const namedPlace = placeNamed(typed, view.country);
  if (!namedPlace) throw new Problem('place_unknown');
  const { point, ...place } = namedPlace;
  const collectAt = collectingStore(stores().values(), store, point);
  const methods = delivery
    .methodsAt(place, view)
    .filter(({ needs }) => needs !== 'store' || collectAt)
    .map((method) => onWire(method, method.needs === 'store' ? collectAt : undefined, now()));
  return { place, methods };
}

function onWire(method: PlaceOffer, store: Store | undefined, now: Date): MethodAtPlace {
  const { price, from_amount, free_from, rates, ...named } = method;
  const expected = expectedDelivery(named.method_title, now, shop.timeZone, store?.hours);
  return {
    ...named,
    price_incl_tax: centsToDecimal(price),
    from_amount: centsToDecimal(from_amount),
    ...(free_from !== undefined && { free_from: centsToDecimal(free_from) }),
    rates: rates.map((rate) => ({
      from_amount: centsToDecimal(rate.from_amount),
      price_incl_tax: centsToDecimal(rate.price),
    })),
    carries_cold_goods: carriesColdGoods(named.method_title),
    ...(expected && { expected_first: expected.first, expected_last: expected.last }),
    ...(store && { store: { code: store.code, name: store.name } }),
  };
}
