import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { openPaymentSandbox, type PaymentSandbox } from '../../payment-sandbox.ts';

/** A shop as the sandbox sees it: it asks, its shoppers press buttons, and it is told. */

export interface Told {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Said {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what the sandbox says is what is tested
  json: any;
}

export interface TestShop {
  sandbox: PaymentSandbox;
  /** Where it is told. */
  url: string;
  told: Told[];
  /** What it answers to web-hooks, from now on. */
  answer: { status: number };
  get(path: string, headers?: Record<string, string>): Promise<Said>;
  /** An object is sent as JSON, parameters as a form. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Said>;
  control(path: string, body?: object): Promise<Said['json']>;
  act(provider: string, reference: string, act: string): Promise<Said['json']>;
  /** Once it was told so often in all. */
  hears(count: number): Promise<Told[]>;
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
  const told: Told[] = [];
  const answer = { status: 200 };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    told.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(answer.status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = await openPaymentSandbox({ port: 0, ...options });
  sandbox.webHooksTo({ card: `${url}/hooks/card`, wallet: `${url}/hooks/wallet` });

  async function ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | URLSearchParams,
  ) {
    const said = await fetch(sandbox.url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'manual',
    });
    const text = await said.text();
    const isJson = said.headers.get('content-type')?.includes('json') ?? false;
    return { status: said.status, headers: said.headers, text, json: isJson ? JSON.parse(text) : undefined };
  }

  const shop: TestShop = {
    sandbox,
    url,
    told,
    answer,
    get: (path, headers = {}) => ask('GET', path, headers),
    post: (path, body, headers = {}) =>
      body instanceof URLSearchParams
        ? ask('POST', path, headers, body)
        : ask('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    async control(path, body) {
      const said = body ? await shop.post(`/_sandbox${path}`, body) : await shop.get(`/_sandbox${path}`);
      return said.json;
    },
    act: (provider, reference, act) => shop.control('/act', { provider, reference, act }),
    async hears(count) {
      await expect.poll(() => told.length).toBeGreaterThanOrEqual(count);
      return told;
    },
    ledger: async () => (await shop.control('/ledger')).entries,
    async close() {
      await sandbox.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return shop;
}
