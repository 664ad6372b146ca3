import { useSyncExternalStore } from 'react';
import { useOnline } from '../ui/online.ts';
import { hear, type Network, type NetworkEvent, type NetworkState } from './network-state.ts';

const inBrowser = typeof document !== 'undefined';
let state: NetworkState = { network: inBrowser && !navigator.onLine ? 'offline' : 'online', failed: 0 };
const listeners = new Set<() => void>();

/** What is known of the network now. */
export const networkState = (): NetworkState => state;

/** Takes what a call, a page or the browser met. */
export function tell(event: NetworkEvent): void {
  const next = hear(state, event);
  if (next.network === state.network && next.failed === state.failed) return;
  state = next;
  for (const changed of listeners) changed();
}

/** @returns what ends the listening */
export function onNetwork(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/**
 * How the network is: where `useOnline` says whether there is any, this says whether the shop answers. It is kept current
 * while `watchNetwork` runs, from the first touch on.
 */
export function useNetwork(): Network {
  return useSyncExternalStore(
    onNetwork,
    () => state.network,
    () => 'online',
  );
}

/** Whether there is a network, and as far as is known the shop at its end: what needs it says so before it is tried. */
export function useShopAnswers(): boolean {
  const isThere = useNetwork() !== 'unreachable';
  return useOnline() && isThere;
}
