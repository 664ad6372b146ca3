import { useSyncExternalStore } from 'react';
import { useOnline } from '../browser/use-online.ts';
import { applyNetworkEvent, type Network, type NetworkEvent, type NetworkState } from './network-state.ts';

const inBrowser = typeof document !== 'undefined';
let state: NetworkState = { network: inBrowser && !navigator.onLine ? 'offline' : 'online', failed: 0 };
const listeners = new Set<() => void>();

/** The current network state. */
export const networkState = (): NetworkState => state;

/** Applies an event from an API call, a page load or the browser. */
export function reportNetworkEvent(event: NetworkEvent): void {
  const next = applyNetworkEvent(state, event);
  if (next.network === state.network && next.failed === state.failed) return;
  state = next;
  for (const changed of listeners) changed();
}

/** @returns a function that unsubscribes */
export function onNetwork(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/**
 * The network status. `useOnline` says whether there is a network; this says whether the shop responds. It
 * is updated while `watchNetwork` runs, from the first user activity on.
 */
export function useNetwork(): Network {
  return useSyncExternalStore(
    onNetwork,
    () => state.network,
    () => 'online',
  );
}

/**
 * Whether the network and, as far as known, the shop are reachable. Actions that need them say so
 * beforehand.
 */
export function useShopReachable(): boolean {
  const isThere = useNetwork() !== 'unreachable';
  return useOnline() && isThere;
}
