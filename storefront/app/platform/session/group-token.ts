import { useSyncExternalStore } from 'react';

let token: string | undefined;
const followers = new Set<() => void>();

/**
 * The token for requesting group prices: in memory, and only while a customer is logged in (spec accounts 6). A
 * server never has one, so it never renders group prices into a shared page (spec D32).
 */
export const groupToken = (): string | undefined => token;

export function setGroupToken(next: string | undefined): void {
  token = next;
  for (const changed of followers) changed();
}

function follow(changed: () => void): () => void {
  followers.add(changed);
  return () => void followers.delete(changed);
}

/** The group token, live: the page requests its prices again when the token is set or removed. */
export function useGroupToken(): string | undefined {
  return useSyncExternalStore(follow, groupToken, () => undefined);
}
