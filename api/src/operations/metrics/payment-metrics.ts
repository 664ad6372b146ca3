import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { OpenPayments } from '../../payments/payment-setup-service.ts';
import { ProviderRefused, ProviderUnreachable } from '../../payments/providers/payment-provider.ts';
import { type EndedCall, subscribeProviderCalls } from '../../platform/diagnostics/diagnostics-channels.ts';
import { isRecord } from '../../platform/json/is-record.ts';

/**
 * Times and counts the calls to providers, by outcome.
 * @returns a function that stops it
 */
export function measurePayments(
  registry: Registry,
  { providers, breakers }: Pick<OpenPayments, 'providers' | 'breakers'>,
): () => void {
  const registers = [registry];
  const took = new Histogram({
    name: 'payment_provider_call_duration_seconds',
    help: 'Duration of provider calls, including failed ones',
    labelNames: ['provider', 'call'],
    ...{ buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5], registers },
  });
  const calls = new Counter({
    name: 'payment_provider_calls_total',
    help: 'Calls to providers, by outcome: the outcome of a payment or refund, answered, refused, unreachable or failed',
    labelNames: ['provider', 'call', 'outcome'],
    registers,
  });
  new Gauge({
    name: 'payment_circuit_open',
    help: 'Whether the circuit breaker of a provider is open after repeated failures',
    labelNames: ['provider'],
    registers,
    collect() {
      for (const { code } of providers.values()) this.set({ provider: code }, breakers.isThere(code) ? 0 : 1);
    },
  });
  return subscribeProviderCalls((ended) => {
    const { provider, call, seconds } = ended;
    took.observe({ provider, call }, seconds);
    calls.inc({ provider, call, outcome: outcomeOf(ended) });
  });
}

function outcomeOf({ result, error }: EndedCall): string {
  if (error instanceof ProviderRefused) return 'refused';
  if (error instanceof ProviderUnreachable) return 'unreachable';
  if (error !== undefined) return 'failed';
  const outcome = isRecord(result) ? result.outcome : undefined;
  return typeof outcome === 'string' ? outcome : 'answered';
}
