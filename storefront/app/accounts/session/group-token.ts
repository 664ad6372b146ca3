import { useSyncExternalStore } from 'react';

let token: string | undefined;
const followers = new Set<() => void>();

/**
 * What group prices are asked for with: in memory, and only while somebody is logged in (accounts 6).
 * A server never has one, so no page for others is made with it (decision 32).
 */
export const groupToken = (): string | undefined => token;

export function keepGroupToken(given: string | undefined): void {
  token = given;
  for (const changed of followers) changed();
}

function follow(changed: () => void): () => void {
  followers.add(changed);
  return () => void followers.delete(changed);
}

/** The group's token, live: prices on the page are asked for again when it comes or goes. */
export function useGroupToken(): string | undefined {
  return useSyncExternalStore(follow, groupToken, () => undefined);
}
