import { deliveryTimeOf } from './expected-delivery.ts';

/** The labels, in the language of the shop, that say how a product is kept; empty where it has none. */
export interface StorageLabels {
  /** `chilled`, `frozen`, or anything else for a product that needs no cold. */
  storage: string;
  type: string;
  subtype: string;
}

const coldTypes = new Set([
  ...['dairy', 'deli', 'desserts', 'cold meats', 'fresh fish', 'fresh meat', 'ice cream'],
  ...['frozen fish', 'frozen fruit', 'frozen meals', 'frozen meat', 'frozen vegetables'],
]);
/** Kinds of these types that keep without cold. */
const ambientKinds = new Set([
  'ghee',
  'jelly',
  'long life milk',
  'milk powder',
  'olives',
  'pesto',
  'relishes',
]);

/** Whether a product must stay cold: its storage says so, or its type where no storage is stated. */
export function isCold({ storage, type, subtype }: StorageLabels): boolean {
  if (storage.trim() !== '') return /^(chilled|frozen)$/i.test(storage.trim());
  return coldTypes.has(type.toLowerCase()) && !ambientKinds.has(subtype.toLowerCase());
}

/** Cold goods travel for one day at most. A method without a stated time is trusted. */
const maxColdDays = 1;

/** Whether a shipping method may carry cold goods, by the time that its title states. */
export function carriesColdGoods(methodTitle: string): boolean {
  const time = deliveryTimeOf(methodTitle);
  return time === undefined || time.to <= maxColdDays;
}
