import type { Store } from '@fynbos/core/stores/contract.ts';
import { nearestFirst, type Point } from '@fynbos/core/stores/distance.ts';
import { findPlace } from '@fynbos/core/stores/places.ts';

/** The location of a visitor: a typed place, or the position of the device. */
export type VisitorLocation =
  | { kind: 'place'; name: string; point: Point }
  | { kind: 'device'; point: Point };

/** A store, and its distance in kilometres if that is known. */
export type NearStore = Store & { km?: number };

/** The data of the store locator page. */
export interface StoreLocatorData {
  kind: 'stores';
  stores: Store[];
  /** The requested place as typed, and the location it was resolved to. */
  typed: string;
  here: VisitorLocation | undefined;
}

/** Resolves a typed place, if the table knows it. */
export function placeTyped(typed: string): VisitorLocation | undefined {
  const place = findPlace(typed);
  return place && { kind: 'place', name: place.name, point: place };
}

/** The stores in their order, or nearest first. */
export function storesNear(
  stores: readonly Store[],
  visitorLocation: VisitorLocation | undefined,
): NearStore[] {
  return visitorLocation ? nearestFirst(stores, visitorLocation.point) : [...stores];
}
