import type { MessageId } from '../i18n/text.ts';
import type { Network } from './network-state.ts';

/** What is wrong, in one line; the first is the sentence of accounts 8. */
export const sentences = {
  offline: 'offline.notice',
  unreachable: 'network.unreachable',
  slow: 'network.slow',
} as const satisfies Record<Exclude<Network, 'online'>, MessageId>;
