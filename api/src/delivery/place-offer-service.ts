import { placeNamed } from '@fynbos/core/checkout/named-place.ts';
import { carriesColdGoods } from '@fynbos/core/delivery/cold-goods.ts';
import type { DeliveryAtPlace, MethodAtPlace } from '@fynbos/core/delivery/contract.ts';
import type { PlaceOffer } from '@fynbos/core/delivery/delivery-offer.ts';
import { type ExpectedDelivery, expectedDelivery } from '@fynbos/core/delivery/expected-delivery.ts';
import { openingDayFrom } from '@fynbos/core/delivery/opening-day.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { type StoreView, shop } from '@fynbos/core/shop.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import { nearestFirst, type Point } from '@fynbos/core/stores/distance.ts';
import { readHours } from '@fynbos/core/stores/opening-hours.ts';
import type { Deliveries } from './delivery-service.ts';

/** What the offer of a place is calculated from. */
export interface PlaceOfferSources {
  delivery: Pick<Deliveries, 'methodsAt'>;
  /** The fulfilment stores by code. */
  stores: () => ReadonlyMap<string, Store>;
  now: () => Date;
}

/** How far a shopper is expected to travel to collect goods. */
const maxCollectKm = 50;

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
  const collectAt = collectingStore([...stores().values()], store, point);
  const methods = delivery
    .methodsAt(place, view)
    .filter(({ needs }) => needs !== 'store' || collectAt)
    .map((method) => onWire(method, method.needs === 'store' ? collectAt : undefined, now()));
  return { place, methods };
}

function collectingStore(
  stores: readonly Store[],
  chosen: string | undefined,
  point: Point | undefined,
): Store | undefined {
  const collecting = stores.filter(({ services }) => services.includes('collect'));
  const near = point ? nearestFirst(collecting, point).filter(({ km }) => km <= maxCollectKm) : [];
  return collecting.find(({ code }) => code === chosen) ?? near[0];
}

function onWire(method: PlaceOffer, store: Store | undefined, now: Date): MethodAtPlace {
  const { price, from_amount, free_from, rates, ...named } = method;
  const days = expectedDelivery(named.method_title, now, shop.timeZone);
  const expected = days && store ? openDays(days, store) : days;
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

/** The days on which the store is open; undefined for a store without known hours. */
function openDays({ first, last }: ExpectedDelivery, { hours }: Store): ExpectedDelivery | undefined {
  const week = readHours(hours);
  const open = week && openingDayFrom(week, first);
  if (!week || !open) return undefined;
  return { first: open, last: openingDayFrom(week, last) ?? open };
}
