import { ikhokha } from './ikhokha/ikhokha.ts';
import { oppwa } from './oppwa/oppwa.ts';
import { ozow } from './ozow/ozow.ts';
import { payflex } from './payflex/payflex.ts';
import { paypal } from './paypal/paypal.ts';
import type { Simulator } from './provider-simulator.ts';

/** Every provider of the sandbox. */
export const simulators: readonly Simulator[] = [oppwa, payflex, ozow, ikhokha, paypal];

/** The operator settings that point the shop to the sandbox. */
export const settingsFor = (url: string): Record<string, string> =>
  Object.assign({}, ...simulators.map(({ settings }) => settings(url)));
