import type { MessageId } from '../../platform/i18n/text.ts';
import type { Network } from '../../platform/network/network-state.ts';

/** The problem in one line; the first message is specified in spec accounts 8. */
export const networkMessages = {
  offline: 'offline.notice',
  unreachable: 'network.unreachable',
  slow: 'network.slow',
} as const satisfies Record<Exclude<Network, 'online'>, MessageId>;
