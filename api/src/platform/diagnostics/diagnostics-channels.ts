import { channel, tracingChannel } from 'node:diagnostics_channel';
import { type Step, stepChannels } from '@fynbos/core/operation/diagnostics-channels.ts';

/** A call to a provider. */
export interface ProviderStep extends Step {
  provider: string;
  call: string;
}

/** An order that entered a state; published after the commit. */
export interface OrderStep {
  state: string;
  /** The order total. */
  cents: number;
  currency: string;
}

/** Tracing channels of timed operations. */
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

/**
 * Calls the handler for every ended provider call.
 * @returns a function that unsubscribes
 */
export function subscribeProviderCalls(handler: (call: EndedCall) => void): () => void {
  const { start, asyncEnd } = steps.provider;
  // Only `tracePromise` publishes on this channel, always with a `ProviderStep`.
  const begin = (step: unknown) => void Object.assign(step as object, { began: performance.now() });
  const end = (step: unknown) => {
    // The step that `begin` has seen.
    const { began = performance.now(), ...call } = step as ProviderStep & { began?: number };
    handler({ ...call, seconds: (performance.now() - began) / 1000 });
  };
  start.subscribe(begin);
  asyncEnd.subscribe(end);
  return () => {
    start.unsubscribe(begin);
    asyncEnd.unsubscribe(end);
  };
}

const orders = channel('fynbos.order');

/** Publishes that an order entered a state; call it after the commit. */
export function publishOrder(
  state: string,
  { grand_total_cents: cents, currency }: { grand_total_cents: number; currency: string },
): void {
  if (orders.hasSubscribers) orders.publish({ state, cents, currency } satisfies OrderStep);
}

/**
 * Calls the handler for every published order.
 * @returns a function that unsubscribes
 */
export function subscribeOrders(handler: (order: OrderStep) => void): () => void {
  // Only `publishOrder` publishes on this channel.
  const listener = (order: unknown) => handler(order as OrderStep);
  orders.subscribe(listener);
  return () => void orders.unsubscribe(listener);
}
