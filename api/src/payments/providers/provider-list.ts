import { ikhokha } from './ikhokha/ikhokha.ts';
import { oppwa } from './oppwa/oppwa.ts';
import { ozow } from './ozow/ozow.ts';
import { payflex } from './payflex/payflex.ts';
import { paypal } from './paypal/paypal.ts';
import type { ProviderDefinition } from './provider-definition.ts';

/** Every payment provider, in display order. The codes in paths, settings and tables are older than the names. */
export const providerList: readonly ProviderDefinition[] = [
  oppwa, // `card`: Peach Payments
  payflex, // `instalments`
  ozow, // `local-a`
  ikhokha, // `local-b`
  paypal, // `wallet`
];
