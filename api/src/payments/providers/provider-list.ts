import { ikhokha } from './ikhokha/ikhokha.ts';
import { oppwa } from './oppwa/oppwa.ts';
import { ozow } from './ozow/ozow.ts';
import { payflex } from './payflex/payflex.ts';
import { paypal } from './paypal/paypal.ts';
import type { ProviderDefinition } from './provider-definition.ts';

/** Every payment provider, in display order. */
export const providerList: readonly ProviderDefinition[] = [oppwa, payflex, ozow, ikhokha, paypal];
