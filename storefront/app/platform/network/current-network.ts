import { useOnline } from '../browser/use-online.ts';
import { createStore, useStore } from '../state/store.ts';
import { applyNetworkEvent, type Network, type NetworkEvent, type NetworkState } from './network-state.ts';

const inBrowser = typeof document !== 'undefined';
const state = createStore<NetworkState>({
  network: inBrowser && !navigator.onLine ? 'offline' : 'online',
  failed: 0,
});

/** The current network state. */
export const networkState = state.get;

/** @returns a function that unsubscribes */
export const onNetwork = state.subscribe;

/** Applies an event from an API call, a page load or the browser. */
export function reportNetworkEvent(event: NetworkEvent): void {
  const { network, failed } = state.get();
  const next = applyNetworkEvent(state.get(), event);
  if (next.network !== network || next.failed !== failed) state.set(next);
}

const network = { get: () => state.get().network, subscribe: state.subscribe };

/**
 * The network status. `useOnline` says whether there is a network; this says whether the shop responds. It
 * is updated while `watchNetwork` runs, from the first user activity on.
 */
export const useNetwork = (): Network => useStore<Network>(network, 'online');

/**
 * Whether the network and, as far as known, the shop are reachable. Actions that need them say so
 * beforehand.
 */
export function useShopReachable(): boolean {
  const isThere = useNetwork() !== 'unreachable';
  return useOnline() && isThere;
}
