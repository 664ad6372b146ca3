import { storeView } from '../api/api-settings.ts';
import { readText, storedKeys } from './browser-storage.ts';

/**
 * The storage key of a name in the current store view (wire contract 5.1). Each view has its own cart,
 * lists and checkout, so that amounts of different currencies never mix.
 */
export function ownKey(name: string): string {
  return keyIn(storeView().code, name);
}

export const keyIn = (storeCode: string, name: string): string => (storeCode ? `${storeCode}/${name}` : name);

/** The stored value of a name in this view; undefined when there is none or storage is blocked. */
export function readOwn(name: string): string | undefined {
  return readText(ownKey(name)) ?? undefined;
}

/**
 * Whether this browser stores state that a page shows: a cart, a list, a customer, a store or a delivery place. First-time
 * visitors have none, so the code for it loads only on interaction.
 */
export function hasStoredState(): boolean {
  return storedKeys().some((key) => /current-|delivery-place|^adv-store-picker$/.test(key));
}
