import { storeView } from './api-settings.ts';

/**
 * The name under which the store view that is shown keeps something (wire contract 5.1): each has a cart, lists and a
 * checkout of its own, so that no amount of one is ever taken for the money of another.
 */
export function ownKey(name: string): string {
  return keyIn(storeView().code, name);
}

export const keyIn = (storeCode: string, name: string): string => (storeCode ? `${storeCode}/${name}` : name);

/** What is kept under a name of this view; undefined where nothing is, or storage is forbidden. */
export function readOwn(name: string): string | undefined {
  try {
    return localStorage.getItem(ownKey(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether this browser keeps something of its own that a page shows: a cart, a list, a customer, a store.
 * Whoever comes for the first time does not, and is sent no code for it until they touch something.
 */
export function keepsSomething(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.includes('current-') || key === 'adv-store-picker');
  } catch {
    return false;
  }
}
