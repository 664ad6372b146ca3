import type { ProviderCode } from '@fynbos/core/payments/providers.ts';

/** The switches of the pretend providers, as tests use them. */
export interface SandboxControls {
  /** What a shopper does on a provider's page; by the provider's name of a payment, or by ours. */
  act(
    provider: ProviderCode,
    payment: string | { reference: string },
    act: string,
  ): Promise<{ returnTo?: { method: string; url: string } }>;
  scenario(scenario: object): Promise<void>;
  /** Sends web-hooks. @returns what the shop answered, and how long it took */
  sendHook(
    provider: ProviderCode,
    payment: string | { reference: string },
    hook: object,
  ): Promise<{ statuses: number[]; tookMs: number[] }>;
  ledger(): Promise<LedgerLine[]>;
  requests(): Promise<{ method: string; url: string; provider: string; headers: object; body: string }[]>;
  /** Moves the clock of the providers. */
  advance(milliseconds: number): Promise<void>;
  /** Where web-hooks go whose address is set at the provider. */
  webHooksTo(webHookUrls: { card: string; wallet: string }): Promise<void>;
}

export interface LedgerLine {
  provider: ProviderCode;
  kind: 'payment' | 'refund';
  reference: string;
  transactionId: string;
  cents: number;
  currency: string;
}

/** @param url where the sandbox is */
export function controlsOf(url: string): SandboxControls {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    act: (provider, payment, act) => ask('POST', 'act', { provider, ...named(payment), act }),
    scenario: (scenario) => ask('POST', 'scenario', scenario),
    sendHook: (provider, payment, hook) => ask('POST', 'hook', { provider, ...named(payment), ...hook }),
    ledger: async () => (await ask('GET', 'ledger')).entries,
    requests: async () => (await ask('GET', 'requests')).requests,
    advance: (advanceMs) => ask('POST', 'clock', { advanceMs }),
    webHooksTo: (webHookUrls) => ask('POST', 'merchant', { webHookUrls }),
  };
}

const named = (payment: string | { reference: string }) =>
  typeof payment === 'string' ? { id: payment } : payment;
