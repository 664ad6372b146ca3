import { steps } from '../../platform/diagnostics/diagnostics-channels.ts';
import type { PaymentProvider } from './payment-provider.ts';

const disputeCalls = ['queryDispute', 'listDisputes'] as const;
const calls = [
  'create',
  'query',
  'capture',
  'refund',
  'queryRefund',
  'list',
  'limits',
  ...disputeCalls,
] as const;

/** Wraps a provider so that each call is traced: its name and its duration, never its arguments. */
export function tracedProvider<One extends PaymentProvider>(provider: One): One {
  const { code } = provider;
  const tracedCalls = calls.flatMap((call) => {
    // The calls have different parameters. The wrapper passes them on unchanged.
    const method = provider[call] as ((...args: unknown[]) => Promise<unknown>) | undefined;
    if (!method) return [];
    const tracedCall = (...args: unknown[]) =>
      steps.provider.tracePromise(async () => method.apply(provider, args), {
        ...{ name: `${code} ${call}`, provider: code, call },
      });
    return [[call, tracedCall]];
  });
  return { ...provider, ...Object.fromEntries(tracedCalls) };
}
