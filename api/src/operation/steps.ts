import { channel, tracingChannel } from 'node:diagnostics_channel';
import { type Step, stepChannels } from '@fynbos/core/operation/steps.ts';

/** A call to a provider. */
export interface ProviderStep extends Step {
  provider: string;
  call: string;
}

/** An order that came into a state, once that is committed. */
export interface OrderStep {
  state: string;
  /** Its total. */
  cents: number;
  currency: string;
}

/** What takes time, as it begins and as it ends. */
export const steps = {
  statement: tracingChannel<Step>(stepChannels.statement),
  provider: tracingChannel<ProviderStep>(stepChannels.provider),
  mail: tracingChannel<Step>(stepChannels.mail),
};

/** A call to a provider that ended: with a result, or with an error. */
export interface EndedCall extends ProviderStep {
  seconds: number;
  result?: unknown;
  error?: unknown;
}

/** Hears of calls to providers as they end. @returns ends it */
export function hearProviderCalls(heard: (call: EndedCall) => void): () => void {
  const { start, asyncEnd } = steps.provider;
  const begin = (step: unknown) => void Object.assign(step as object, { began: performance.now() });
  const end = (step: unknown) => {
    const { began = performance.now(), ...call } = step as ProviderStep & { began?: number };
    heard({ ...call, seconds: (performance.now() - began) / 1000 });
  };
  start.subscribe(begin);
  asyncEnd.subscribe(end);
  return () => {
    start.unsubscribe(begin);
    asyncEnd.unsubscribe(end);
  };
}

const orders = channel('fynbos.order');

/** Tells whoever counts orders that one came into a state; called once that is committed. */
export function tellOrder(
  state: string,
  { grand_total_cents: cents, currency }: { grand_total_cents: number; currency: string },
): void {
  if (orders.hasSubscribers) orders.publish({ state, cents, currency } satisfies OrderStep);
}

/** Hears of orders. @returns ends it */
export function hearOrders(heard: (order: OrderStep) => void): () => void {
  const listener = (order: unknown) => heard(order as OrderStep);
  orders.subscribe(listener);
  return () => void orders.unsubscribe(listener);
}
