import type { Store } from './contract.ts';
import { nearestFirst, type Point } from './distance.ts';

/** How far a shopper is expected to travel to collect goods. */
const maxCollectKm = 50;

/** Returns the chosen store if goods are collected there; otherwise the nearest store to the place that offers it. */
export function collectingStore(
  stores: Iterable<Store>,
  chosen: string | undefined,
  place: Point | undefined,
): Store | undefined {
  const collecting = [...stores].filter(({ services }) => services.includes('collect'));
  const chosenStore = collecting.find(({ code }) => code === chosen);
  if (chosenStore || !place) return chosenStore;
  return nearestFirst(collecting, place).find(({ km }) => km <= maxCollectKm);
}
