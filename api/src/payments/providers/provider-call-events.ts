import { steps } from '../../platform/diagnostics/diagnostics-channels.ts';
import type { PaymentProvider } from './payment-provider.ts';

const calls = ['create', 'query', 'capture', 'refund', 'queryRefund', 'list', 'limits'] as const;

/** Wraps a provider so that each call is traced: its name and its duration, never its arguments. */
export function tracedProvider<One extends PaymentProvider>(provider: One): One {
  const { code } = provider;
  const tracedCalls = calls.flatMap((call) => {
    const method = provider[call] as ((...args: unknown[]) => Promise<unknown>) | undefined;
    const tracedCall = (...args: unknown[]) =>
      steps.provider.tracePromise(async () => method!.apply(provider, args), {
        ...{ name: `${code} ${call}`, provider: code, call },
      });
    return method ? [[call, tracedCall]] : [];
  });
  return { ...provider, ...Object.fromEntries(tracedCalls) };
}
