import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { webHook } from '@fynbos/core/payments/contract.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { openPaymentSandbox } from '@fynbos/sandbox/payment-sandbox.ts';
import type { TestShop } from './shop.ts';
import { openSmallShop } from './small-shop.ts';

/** A whole API and the pretend providers it is paid through, on free ports, with a clock of its own. */
export interface PayingShop extends TestShop {
  /** Moves the clock of the shop and of the providers. */
  advance(milliseconds: number): Promise<void>;
  /** What a shopper does on a provider's page. */
  act(
    provider: ProviderCode,
    id: string,
    act: string,
  ): Promise<{ returnTo?: { method: string; url: string } }>;
  scenario(scenario: object): Promise<void>;
  sendHook(provider: ProviderCode, id: string, hook: object): Promise<{ statuses: number[] }>;
  ledger(): Promise<LedgerLine[]>;
  requests(): Promise<{ method: string; url: string; provider: string; headers: object; body: string }[]>;
  sandboxUrl: string;
}

export interface LedgerLine {
  provider: ProviderCode;
  kind: 'payment' | 'refund';
  reference: string;
  transactionId: string;
  cents: number;
  currency: string;
}

export async function openPayingShop(
  files: Record<string, string>,
  settings: Record<string, string> = {},
): Promise<PayingShop> {
  let ahead = 0;
  const port = await freePort();
  const shopUrl = `http://127.0.0.1:${port}`;
  const sandbox = await openPaymentSandbox({ port: 0 });
  const hookOf = (code: ProviderCode) => shopUrl + webHook.path.replace('{provider}', code);
  sandbox.webHooksTo({ card: hookOf('card'), wallet: hookOf('wallet') });
  const shop = await openSmallShop(
    files,
    { PORT: String(port), PUBLIC_URL: shopUrl, ...sandbox.settings(), ...settings },
    () => new Date(Date.now() + ahead),
  );
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    ...shop,
    sandboxUrl: sandbox.url,
    async advance(milliseconds) {
      ahead += milliseconds;
      await ask('POST', 'clock', { advanceMs: milliseconds });
    },
    act: (provider, id, act) => ask('POST', 'act', { provider, id, act }),
    scenario: (scenario) => ask('POST', 'scenario', scenario),
    sendHook: (provider, id, hook) => ask('POST', 'hook', { provider, id, ...hook }),
    ledger: async () => (await ask('GET', 'ledger')).entries,
    requests: async () => (await ask('GET', 'requests')).requests,
    async close() {
      await shop.close();
      await sandbox.close();
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}
