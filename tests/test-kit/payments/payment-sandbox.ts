import { readConfig } from '@fynbos/api/config/config.ts';
import { providersOf } from '@fynbos/api/payments/provider-setup.ts';
import type { PaymentProvider, RawHook } from '@fynbos/api/payments/providers/payment-provider.ts';
import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { openPaymentSandbox } from '@fynbos/sandbox/payment-sandbox.ts';
import { settingsFor } from '@fynbos/sandbox/payments/simulators.ts';
import { openStubServer } from '../network/stub-server.ts';

/** Actions of a shopper on a provider's page, by their sandbox names. */
export type Act =
  | 'pay'
  | 'pay_no_return'
  | 'pay_twice'
  | 'underpay'
  | 'overpay'
  | 'other_currency'
  | 'decline'
  | 'cancel'
  | 'expire'
  | 'review';

/** Values that must not appear in an address or an error. */
export const secrets: readonly string[] = Object.entries(settingsFor(''))
  .filter(([name]) => /TOKEN|KEY|SECRET/.test(name))
  .map(([, value]) => value);

export interface ProviderLedgerEntry {
  provider: ProviderCode;
  kind: 'payment' | 'refund';
  reference: string;
  transactionId: string;
  cents: number;
  currency: string;
}

export interface SeenRequest {
  method: string;
  url: string;
  provider: ProviderCode;
  headers: Record<string, string>;
  body: string;
}

/** The sandbox providers, all adapters to them, and a stub shop that stores the web-hooks it receives. */
export async function openPayments() {
  const shop = await openStubServer(() => ({ body: 'ok' }));
  const hookUrl = (code: ProviderCode) => `${shop.url}/${code}/web-hook`;
  const sandbox = await openPaymentSandbox({ port: 0 });
  sandbox.webHooksTo(Object.fromEntries(providerCodes.map((code) => [code, hookUrl(code)])));
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);

  const callSandbox = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`the sandbox responded with ${response.status}: ${await response.text()}`);
    return response.json();
  };

  return {
    url: sandbox.url,
    providers: providersAt(sandbox.url, now),
    now,
    hookUrl,
    /** The received web-hooks, oldest first, as adapters read them. */
    hooks: (code: ProviderCode): RawHook[] =>
      shop.receivedRequests
        .filter(({ url }) => url.startsWith(new URL(hookUrl(code)).pathname))
        .map(({ headers, url, body }) => ({ headers, url, body: Buffer.from(body) })),
    act: (provider: ProviderCode, payment: { id?: string | undefined; reference: string }, act: Act) =>
      callSandbox('POST', 'act', { provider, ...payment, act }),
    sendHook: (provider: ProviderCode, reference: string, kind: string) =>
      callSandbox('POST', 'hook', { provider, reference, kind }),
    scenario: (scenario: object) => callSandbox('POST', 'scenario', scenario),
    /** Moves the clock of the sandbox and of the adapters. */
    async pass(ms: number) {
      ahead += ms;
      await callSandbox('POST', 'clock', { advanceMs: ms });
    },
    ledger: async (reference: string): Promise<ProviderLedgerEntry[]> =>
      (await callSandbox('GET', 'ledger')).entries.filter(
        (entry: ProviderLedgerEntry) => entry.reference === reference,
      ),
    requests: async (): Promise<SeenRequest[]> => (await callSandbox('GET', 'requests')).requests,
    async close() {
      await sandbox.close();
      await shop.close();
    },
  };
}

export type Payments = Awaited<ReturnType<typeof openPayments>>;

/** All adapters, in test mode. */
export function providersAt(url: string, now?: () => Date): Record<ProviderCode, PaymentProvider> {
  const providers = providersOf(readConfig(settingsFor(url)), now);
  // The sandbox has the settings of every provider.
  return Object.fromEntries(providers) as Record<ProviderCode, PaymentProvider>;
}
