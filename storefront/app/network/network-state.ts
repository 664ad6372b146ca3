/** What can be said of the network: `unreachable` is connected, but the shop does not answer (decision 025). */
export type Network = 'online' | 'offline' | 'unreachable' | 'slow';

export interface NetworkState {
  network: Network;
  /** Questions in a row that nobody answered. */
  failed: number;
}

/** What the browser says, and what calls and pages meet. `took` in milliseconds. */
export type NetworkEvent =
  | { kind: 'connected' | 'cut' | 'failed' | 'waiting' }
  | { kind: 'answered'; took: number };

/** From here on an answer is slow, in milliseconds. */
export const slowAnswer = 4000;

/** One failure may be one page's bad luck; two in a row are a network that does not carry. */
const believed = 1;

/** What is known after one more thing was met. */
export function hear(state: NetworkState, event: NetworkEvent): NetworkState {
  switch (event.kind) {
    case 'cut':
      return { network: 'offline', failed: 0 };
    case 'connected':
      // A browser that says so may be at a dead line or before a portal: it is doubted until the shop has answered.
      return { network: 'online', failed: believed };
    case 'failed':
      return state.network === 'offline' ? state : afterFailure(state);
    case 'waiting':
      return state.network === 'online' ? { ...state, network: 'slow' } : state;
    case 'answered':
      if (state.network === 'offline') return state;
      return { network: event.took < slowAnswer ? 'online' : 'slow', failed: 0 };
  }
}

function afterFailure({ network, failed }: NetworkState): NetworkState {
  return { network: failed < believed ? network : 'unreachable', failed: failed + 1 };
}

/** Whether the shop is worth being asked whether it is there. Without any network nobody is. */
export function isInDoubt({ network, failed }: NetworkState): boolean {
  return network !== 'offline' && (network !== 'online' || failed > 0);
}

/**
 * How long to wait before the shop is asked again, in milliseconds: at once the first time, then ever longer.
 *
 * @param asked how many times it was asked in vain
 * @param low whether each byte counts
 */
export function pauseBefore(asked: number, low: boolean): number {
  if (asked === 0) return 0;
  const [first, longest] = low ? [15_000, 300_000] : [3000, 60_000];
  return Math.min(first * 2 ** (asked - 1), longest);
}
