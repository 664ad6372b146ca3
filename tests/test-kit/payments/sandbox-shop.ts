import type { IncomingHttpHeaders } from 'node:http';
import { openPaymentSandbox, type PaymentSandbox } from '@fynbos/sandbox/payment-sandbox.ts';
import { simulators } from '@fynbos/sandbox/payments/simulators.ts';
import { expect } from 'vitest';
import { openStubServer } from '../network/stub-server.ts';

/** A shop as the sandbox sees it: it sends requests, its shoppers press buttons, and it receives web-hooks. */

export interface ReceivedHook {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface SandboxResponse {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what the sandbox says is what is tested
  json: any;
}

export interface TestShop {
  sandbox: PaymentSandbox;
  /** URL that receives the web-hooks. */
  url: string;
  receivedHooks: ReceivedHook[];
  /** The response to web-hooks from now on. */
  hookResponse: { status: number };
  get(path: string, headers?: Record<string, string>): Promise<SandboxResponse>;
  /** Objects are sent as JSON, `URLSearchParams` as a form. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<SandboxResponse>;
  control(path: string, body?: object): Promise<SandboxResponse['json']>;
  act(provider: string, reference: string, act: string): Promise<SandboxResponse['json']>;
  /** Resolves once `count` web-hooks have been received in total. */
  waitForHooks(count: number): Promise<ReceivedHook[]>;
  ledger(): Promise<
    {
      provider: string;
      kind: string;
      reference: string;
      transactionId: string;
      cents: number;
      currency: string;
    }[]
  >;
  close(): Promise<void>;
}

export async function openTestShop(options: { folder?: string } = {}): Promise<TestShop> {
  const hookResponse = { status: 200 };
  const server = await openStubServer(() => hookResponse);
  const { url, receivedRequests: receivedHooks } = server;
  const sandbox = await openPaymentSandbox({ port: 0, ...options });
  sandbox.webHooksTo(Object.fromEntries(simulators.map(({ code }) => [code, `${url}/hooks/${code}`])));

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | URLSearchParams,
  ) {
    const response = await fetch(sandbox.url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  }

  const shop: TestShop = {
    sandbox,
    url,
    receivedHooks,
    hookResponse,
    get: (path, headers = {}) => send('GET', path, headers),
    post: (path, body, headers = {}) =>
      body instanceof URLSearchParams
        ? send('POST', path, headers, body)
        : send('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    async control(path, body) {
      const response = body ? await shop.post(`/_sandbox${path}`, body) : await shop.get(`/_sandbox${path}`);
      return response.json;
    },
    act: (provider, reference, act) => shop.control('/act', { provider, reference, act }),
    async waitForHooks(count) {
      await expect.poll(() => receivedHooks.length).toBeGreaterThanOrEqual(count);
      return receivedHooks;
    },
    ledger: async () => (await shop.control('/ledger')).entries,
    async close() {
      await sandbox.close();
      await server.close();
    },
  };
  return shop;
}
