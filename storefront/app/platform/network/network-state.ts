/** Network status. `unreachable` means connected, but the shop does not respond (ADR-025). */
export type Network = 'online' | 'offline' | 'unreachable' | 'slow';

export interface NetworkState {
  network: Network;
  /** Consecutive requests without a response. */
  failed: number;
}

/** Events from the browser, API calls and page loads. `took` is in milliseconds. */
export type NetworkEvent =
  | { kind: 'connected' | 'cut' | 'failed' | 'waiting' }
  | { kind: 'answered'; took: number };

/** Responses that take longer are slow, in milliseconds. */
export const slowResponseMs = 4000;

/** A single failure may be accidental; two in a row mean a broken network. */
const believed = 1;

/** The network state after an event. */
export function applyNetworkEvent(state: NetworkState, event: NetworkEvent): NetworkState {
  switch (event.kind) {
    case 'cut':
      return { network: 'offline', failed: 0 };
    case 'connected':
      // A browser may report online behind a dead connection or a captive portal. The state is in doubt
      // until the shop has responded.
      return { network: 'online', failed: believed };
    case 'failed':
      return state.network === 'offline' ? state : afterFailure(state);
    case 'waiting':
      return state.network === 'online' ? { ...state, network: 'slow' } : state;
    case 'answered':
      if (state.network === 'offline') return state;
      return { network: event.took < slowResponseMs ? 'online' : 'slow', failed: 0 };
  }
}

function afterFailure({ network, failed }: NetworkState): NetworkState {
  return { network: failed < believed ? network : 'unreachable', failed: failed + 1 };
}

/** Whether polling the shop makes sense. Without any network it does not. */
export function isInDoubt({ network, failed }: NetworkState): boolean {
  return network !== 'offline' && (network !== 'online' || failed > 0);
}

/**
 * The pause before the next poll, in milliseconds: none at first, then growing.
 * @param attempts number of failed polls
 * @param low whether each byte counts
 */
export function pauseBefore(attempts: number, low: boolean): number {
  if (attempts === 0) return 0;
  const [first, maxPause] = low ? [15_000, 300_000] : [3000, 60_000];
  return Math.min(first * 2 ** (attempts - 1), maxPause);
}
