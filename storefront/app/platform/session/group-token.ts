import { createStore, useStore } from '../state/store.ts';

const token = createStore<string | undefined>(undefined);

/**
 * The token for requesting group prices: in memory, and only while a customer is logged in (spec accounts 6). A
 * server never has one, so it never renders group prices into a shared page (spec D32).
 */
export const groupToken = token.get;

export const setGroupToken = token.set;

/** The group token, live: the page requests its prices again when the token is set or removed. */
export function useGroupToken(): string | undefined {
  return useStore(token, undefined);
}
