import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freshAddress, logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import {
  openPayingProcesses,
  type PayingProcesses,
  type ShopProcess,
} from '@fynbos/test-kit/processes/payment-shop-processes.ts';
import { residentMb } from '@fynbos/test-kit/processes/process-memory.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { isLong, long, repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { percentile, sendShoppers } from '@fynbos/test-kit/traffic/baseline-traffic.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket } from './raw-socket.ts';

/**
 * Oversized and slow requests (spec reliability 6.18, 6.19). The shop closes such connections and serves other
 * shoppers without delay. `npm run test:stress -- heavy` runs it in full size and reports response times and
 * memory use.
 */
let world: PayingProcesses;
let shop: ShopProcess;
beforeAll(async () => {
  world = await openPayingProcesses(payingFiles, { TRUSTED_PROXIES: '127.0.0.1' });
  shop = await world.start();
});
afterAll(() => world.close());

const host = 'Host: shop.example\r\n';
const post = `POST /api/cart/create HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
/** Below the limit of connections per client IP. */
const connectionsPerIp = 500;

/** Opens connections from as many client IPs as needed. */
async function openConnections(count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const from = `127.0.1.${1 + Math.floor(sockets.length / connectionsPerIp)}`;
    const more = Array.from({ length: Math.min(100, count - sockets.length) }, () =>
      openSocket(shop.origin, from),
    );
    sockets.push(...(await Promise.all(more)));
  }
  for (const socket of sockets) socket.resume();
  return sockets;
}

/** `heldMb`: heap after collection. `memoryMb`: resident memory, which the process returns late or reuses. */
const heldMb = async (): Promise<number> => {
  // The shop is not killed in these tests.
  const { data, code } = (await shop.collect())!;
  return (data + code) / 2 ** 20;
};
const memoryMb = (): number => residentMb(shop.pid)!;

/** Runs an attack during baseline traffic; the shop must serve the baseline traffic throughout. */
async function beside(name: string, attack: () => Promise<void>): Promise<void> {
  const [held, before] = [await heldMb(), memoryMb()];
  const shoppers = sendShoppers(shop.origin, 'TEA', isLong ? 50 : 10);
  await attack();
  const during = memoryMb();
  const { took, failed } = await shoppers.stop();
  expect(failed).toEqual([]);
  if (!isLong) return;
  await pause(20_000);
  const [heldAfter, after] = [await heldMb(), memoryMb()];
  const [p50, p99] = [50, 99].map((of) => percentile(took, of).toFixed(0)) as [string, string];
  const memory = [before, during, after].map((mb) => `${mb.toFixed(0)} MB`).join(', ');
  reportMeasurement(
    `${name}: ${took.length} baseline requests`,
    `p50 ${p50} ms, p99 ${p99} ms; heap before and after: ${held.toFixed(0)} MB, ${heldAfter.toFixed(0)} MB; memory before, during, after: ${memory}`,
    'p99 below 1 s, memory released',
  );
  expect(Number(p99)).toBeLessThan(1000);
  expect(heldAfter).toBeLessThan(held * 1.1 + 5);
  expect(after).toBeLessThan(before * 1.2 + 50);
}

/**
 * Sends one byte per second on each connection.
 * @returns stops it
 */
function drip(sockets: readonly Socket[]): () => void {
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a');
  }, 1000);
  return () => clearInterval(timer);
}

const closed = (sockets: readonly Socket[]) => sockets.filter((socket) => socket.closed).length;

describe('slow and idle connections', () => {
  const count = repetitions(60, 2000);

  test(`the server closes ${count} connections that send their headers one byte at a time within twenty seconds`, async () => {
    await beside(`${count} slow headers`, async () => {
      const sockets = await openConnections(count);
      for (const socket of sockets) socket.write(`GET /api/seller HTTP/1.1\r\n${host}X-Slow: `);
      const stop = drip(sockets);
      await expect.poll(() => closed(sockets), { interval: 200 }).toBe(count);
      stop();
    });
  }, 120_000);

  long(
    `the server closes ${count} connections that send their bodies one byte at a time within forty-five seconds`,
    async () => {
      await beside(`${count} slow bodies`, async () => {
        const sockets = await openConnections(count);
        for (const socket of sockets) socket.write(`${post}Content-Length: 50000\r\n\r\n{"a":"`);
        const stop = drip(sockets);
        await expect.poll(() => closed(sockets), { timeout: 45_000, interval: 200 }).toBe(count);
        stop();
      });
    },
    120_000,
  );

  test('idle keep-alive connections do not slow other shoppers down', async () => {
    const idle = repetitions(100, 10_000);
    await beside(`${idle} idle connections`, async () => {
      const sockets = await openConnections(idle);
      for (const socket of sockets) socket.write(`GET /api/seller HTTP/1.1\r\n${host}\r\n`);
      await pause(isLong ? 15_000 : 1000);
      expect(closed(sockets)).toBe(0);
      for (const socket of sockets) socket.destroy();
    });
  }, 120_000);
});

describe('oversized requests', () => {
  const gigabyte = 2 ** 30;
  /** More than fits into the socket buffers of both sides before the connection is closed. */
  const maxAccepted = 2 ** 26;

  test.each([
    ['with Content-Length', `${post}Content-Length: ${gigabyte}\r\n\r\n`, (bytes: string) => bytes],
    [
      'in endless chunks',
      `${post}Transfer-Encoding: chunked\r\n\r\n`,
      (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`,
    ],
  ])(
    'the server refuses a body of a gigabyte %s without reading it',
    async (framing, head, wrapped) => {
      await beside(`gigabytes ${framing}`, async () => {
        const chunk = wrapped('x'.repeat(65_536));
        for (let round = 0; round < (isLong ? 20 : 1); round++) {
          const sockets = await openConnections(isLong ? 50 : 5);
          await Promise.all(
            sockets.map(async (socket) => {
              const closing = new Promise((done) => socket.once('close', done));
              let received = '';
              let sent = 0;
              socket.on('data', (bytes) => (received += bytes));
              socket.write(head);
              while (sent < maxAccepted && !socket.closed) {
                sent += chunk.length;
                if (!socket.write(chunk))
                  await Promise.race([closing, new Promise((done) => socket.once('drain', done))]);
              }
              expect(sent).toBeLessThan(maxAccepted);
              // A client that continues to send may find the connection closed before it reads the
              // response.
              expect(['', 'HTTP/1.1 413 Payload Too Large']).toContain(received.split('\r\n')[0]);
            }),
          );
        }
      });
    },
    120_000,
  );

  test('oversized queries get a small response, or a refusal with a reason', async () => {
    const count = isLong ? 5000 : 100;
    const { token } = await logInPerson(shop);
    const queries = oversizedQueries(token);
    await beside('oversized queries', async () => {
      for (let at = 0; at < count; at += 20) {
        const batch = Array.from({ length: 20 }, (_, more) => queries[(at + more) % queries.length]!);
        await Promise.all(batch.map(expectSmallResponse));
      }
    });
  }, 300_000);
});

/**
 * An oversized query and its expected response: a refusal with a problem code, or a response that `isSmall`
 * accepts.
 */
interface OversizedQuery {
  path: string;
  init?: RequestInit;
  status: number;
  problem?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test asserts
  isSmall?: (body: any) => boolean;
}

async function expectSmallResponse({ path, init, status, problem, isSmall }: OversizedQuery): Promise<void> {
  const headers = { 'x-forwarded-for': freshAddress(), ...init?.headers };
  const response = await fetch(shop.origin + path, { ...init, headers });
  const text = await response.text();
  const body = JSON.parse(text);
  const summary = { path: path.slice(0, 80), status: response.status, problem: body.meta?.problem };
  expect(summary).toEqual({ path: path.slice(0, 80), status, problem });
  expect(problem ? text.length < 2000 : isSmall!(body), `${path.slice(0, 80)}: ${text.slice(0, 200)}`).toBe(
    true,
  );
}

/** Limits of the contracts: products per search page, and documents per list. */
const [maxPageSize, usualOfPage, maxListedSkus] = [4000, 50, 100];

function oversizedQueries(token: string): OversizedQuery[] {
  const search = '/api/catalog/fynbos/product/_search';
  const history = '/api/user/order-history';
  const me = { headers: { authorization: `Bearer ${token}` } };
  const skus = (length: number) => Array.from({ length }, (_, index) => `MANY${index}`).join(',');
  const json = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const keys = (length: number) =>
    json(JSON.stringify(Object.fromEntries(Array.from({ length }, (_, index) => [`key${index}`, 1]))));
  const items = (length: number) => Array(length).fill(1).join(',');
  const isPage = ({ items, perPage, start }: { items: object[]; perPage: number; start: number }) =>
    perPage === maxPageSize && start === 0 && items.length <= maxPageSize;
  const refused = { status: 400, problem: 'invalid_input' };
  const tooLarge = { status: 413, problem: 'body_too_large' };
  return [
    { path: `${search}?size=1000000000`, status: 200, isSmall: isPage },
    { path: `${search}?size=1e309&from=-1`, status: 200, isSmall: isPage },
    { path: `${search}?from=9007199254740993`, status: 200, isSmall: (body) => body.items.length === 0 },
    {
      path: `/api/stock/list?skus=${Array(1500).fill('TEA').join(',')}`,
      status: 200,
      isSmall: ({ result }) => [result.items ?? result].flat().length === 1,
    },
    {
      path: `/api/product/list?skus=${Array(1500).fill('TEA').join(',')}`,
      status: 200,
      isSmall: ({ result }) => result.items.length === 1,
    },
    { path: `/api/product/list?skus=${skus(maxListedSkus + 1)}`, ...refused },
    { path: `/api/product/list?skus=${skus(10_000)}`, status: 431, problem: 'headers_too_large' },
    { path: `/api/stock/list?skus=${skus(10_000)}`, status: 431, problem: 'headers_too_large' },
    { path: `${history}?pageSize=1000000000&currentPage=1`, init: me, ...refused },
    { path: `${history}?pageSize=100&currentPage=1000000`, init: me, ...refused },
    {
      path: `${history}?pageSize=100&currentPage=100000`,
      init: me,
      status: 200,
      isSmall: ({ result }) => result.items.length === 0,
    },
    {
      path: `/api/search/suggest?text=${'a'.repeat(200)}&size=20`,
      status: 200,
      isSmall: ({ result }) => result.products.length === 0,
    },
    { path: `/api/search/suggest?text=${'a'.repeat(201)}&size=21`, ...refused },
    { path: '/api/cart/create', init: keys(100_000), ...tooLarge },
    { path: search, init: json(`[${items(1_000_000)}]`), ...tooLarge },
    // As many keys as fit into a body.
    {
      path: search,
      init: keys(7000),
      status: 200,
      isSmall: ({ items, perPage }) => perPage === usualOfPage && items.length <= usualOfPage,
    },
    { path: search, init: json(`[${items(50_000)}]`), ...refused },
    { path: search, init: json(`{"_appliedFilters":[${items(50_000)}]}`), ...refused },
  ];
}
