import type { Store } from '@fynbos/core/stores/contract.ts';
import { nearestFirst, type Point } from '@fynbos/core/stores/distance.ts';
import { findPlace } from '@fynbos/core/stores/places.ts';

/** Where somebody is: a place they typed, or where their device is. */
export type Here = { kind: 'place'; name: string; point: Point } | { kind: 'device'; point: Point };

/** A store, and how far it is where that is known, in kilometres. */
export type NearStore = Store & { km?: number };

/** What the page of all stores shows. */
export interface StoreLocatorData {
  kind: 'stores';
  stores: Store[];
  /** The place that was asked for, as it was typed, and what it means. */
  typed: string;
  here: Here | undefined;
}

/** The place that is meant by what was typed, if the table knows it. */
export function placeTyped(typed: string): Here | undefined {
  const place = findPlace(typed);
  return place && { kind: 'place', name: place.name, point: place };
}

/** The stores in their order, or nearest first. */
export function storesNear(stores: readonly Store[], here: Here | undefined): NearStore[] {
  return here ? nearestFirst(stores, here.point) : [...stores];
}
