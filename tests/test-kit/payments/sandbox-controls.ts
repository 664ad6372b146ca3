import type { ProviderCode } from '@fynbos/core/payments/providers.ts';

/** The controls of the payment sandbox, for tests. */
export interface SandboxControls {
  /**
   * Performs a shopper's action on a provider's page. The payment is named by the provider's id or by our
   * reference.
   */
  act(
    provider: ProviderCode,
    payment: string | { reference: string },
    act: string,
  ): Promise<{ returnTo?: { method: string; url: string } }>;
  /** Opens a dispute about a payment, reports it again, or decides it. Returns its id. */
  dispute(
    provider: ProviderCode,
    payment: string | { reference: string },
    step: 'open' | 'update' | 'win' | 'lose',
    cents?: number,
  ): Promise<string>;
  scenario(scenario: object): Promise<void>;
  /**
   * Sends web-hooks.
   * @returns the shop's status codes and response times
   */
  sendHook(
    provider: ProviderCode,
    payment: string | { reference: string },
    hook: object,
  ): Promise<{ statuses: number[]; tookMs: number[] }>;
  ledger(): Promise<SandboxLedgerEntry[]>;
  requests(): Promise<{ method: string; url: string; provider: string; headers: object; body: string }[]>;
  /** Moves the clock of the providers. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the web-hook URLs of providers that store them on their side. */
  webHooksTo(webHookUrls: Record<string, string>): Promise<void>;
}

export interface SandboxLedgerEntry {
  provider: ProviderCode;
  kind: 'payment' | 'refund' | 'dispute';
  reference: string;
  transactionId: string;
  cents: number;
  currency: string;
}

/** @param url the address of the sandbox */
export function controlsOf(url: string): SandboxControls {
  const callSandbox = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`the sandbox responded with ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    act: (provider, payment, act) => callSandbox('POST', 'act', { provider, ...named(payment), act }),
    dispute: async (provider, payment, step, cents) =>
      (await callSandbox('POST', 'dispute', { provider, ...named(payment), step, cents })).id,
    scenario: (scenario) => callSandbox('POST', 'scenario', scenario),
    sendHook: (provider, payment, hook) =>
      callSandbox('POST', 'hook', { provider, ...named(payment), ...hook }),
    ledger: async () => (await callSandbox('GET', 'ledger')).entries,
    requests: async () => (await callSandbox('GET', 'requests')).requests,
    advance: (advanceMs) => callSandbox('POST', 'clock', { advanceMs }),
    webHooksTo: (webHookUrls) => callSandbox('POST', 'merchant', { webHookUrls }),
  };
}

const named = (payment: string | { reference: string }) =>
  typeof payment === 'string' ? { id: payment } : payment;
