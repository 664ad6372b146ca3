import { steps } from '../../operation/steps.ts';
import type { PaymentProvider } from './provider.ts';

const calls = ['create', 'query', 'capture', 'refund', 'queryRefund', 'list', 'limits'] as const;

/** A provider that tells of each call it is asked for: which it was and how it went, never about what. */
export function telling<One extends PaymentProvider>(provider: One): One {
  const { code } = provider;
  const told = calls.flatMap((call) => {
    const ask = provider[call] as ((...asked: unknown[]) => Promise<unknown>) | undefined;
    const tell = (...asked: unknown[]) =>
      steps.provider.tracePromise(async () => ask!.apply(provider, asked), {
        ...{ name: `${code} ${call}`, provider: code, call },
      });
    return ask ? [[call, tell]] : [];
  });
  return { ...provider, ...Object.fromEntries(told) };
}
