import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freshAddress, logInPerson } from '@fynbos/api/accounts/testing/people.ts';
import { payingFiles } from '@fynbos/api/payments/testing/paying.ts';
import { reportMeasurement } from '@fynbos/api/testing/figure.ts';
import { isLong, long } from '@fynbos/api/testing/long.ts';
import { residentMb } from '@fynbos/api/testing/memory.ts';
import {
  openPayingProcesses,
  type PayingProcesses,
  type ShopProcess,
} from '@fynbos/api/testing/paying-processes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { percentile, sendShoppers } from './honest.ts';
import { openSocket } from './raw-socket.ts';

/**
 * Too much, too slowly (spec reliability 6.18, 6.19): whoever does it is shown out, and shoppers notice nothing.
 * `npm run torture -- heavy` does it in full size, and says how long shoppers waited and what memory was taken.
 */
let world: PayingProcesses;
let shop: ShopProcess;
beforeAll(async () => {
  world = await openPayingProcesses(payingFiles, { TRUSTED_PROXIES: '127.0.0.1' });
  shop = await world.start();
}, 60_000);
afterAll(() => world.close());

const host = 'Host: shop.example\r\n';
const post = `POST /api/cart/create HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
/** Below what one machine may hold. */
const linesEach = 500;

/** Lines from as many machines as it takes. */
async function openLines(count: number): Promise<Socket[]> {
  const lines: Socket[] = [];
  while (lines.length < count) {
    const from = `127.0.1.${1 + Math.floor(lines.length / linesEach)}`;
    const more = Array.from({ length: Math.min(100, count - lines.length) }, () =>
      openSocket(shop.origin, from),
    );
    lines.push(...(await Promise.all(more)));
  }
  for (const line of lines) line.resume();
  return lines;
}

/** What it holds on to; and what it has from the system, which it gives back late or not at all, and uses again. */
const heldMb = async (): Promise<number> => (await shop.collect())! / 2 ** 20;
const memoryMb = (): number => residentMb(shop.pid)!;

/** Does something while honest shoppers come; they must be served all the time. */
async function beside(what: string, attack: () => Promise<void>): Promise<void> {
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
    `${what}: ${took.length} honest calls meanwhile`,
    `p50 ${p50} ms, p99 ${p99} ms; held before and after: ${held.toFixed(0)} MB, ${heldAfter.toFixed(0)} MB; memory before, with it, after: ${memory}`,
    'p99 below 1 s, memory back',
  );
  expect(Number(p99)).toBeLessThan(1000);
  expect(heldAfter).toBeLessThan(held * 1.1 + 5);
  expect(after).toBeLessThan(before * 1.2 + 50);
}

/** Sends a letter a second on each. @returns how to stop it */
function drip(lines: readonly Socket[]): () => void {
  const timer = setInterval(() => {
    for (const line of lines) if (line.writable) line.write('a');
  }, 1000);
  return () => clearInterval(timer);
}

const closed = (lines: readonly Socket[]) => lines.filter((line) => line.closed).length;

describe('lines that do not come to the point', () => {
  const count = isLong ? 2000 : 200;

  test(`${count} that send their headers a letter at a time are closed within twenty seconds`, async () => {
    await beside(`${count} slow headers`, async () => {
      const lines = await openLines(count);
      for (const line of lines) line.write(`GET /api/seller HTTP/1.1\r\n${host}X-Slow: `);
      const stop = drip(lines);
      await expect.poll(() => closed(lines), { timeout: 20_000, interval: 200 }).toBe(count);
      stop();
    });
  }, 120_000);

  long(
    `${count} that send their bodies a letter at a time are closed within forty-five seconds`,
    async () => {
      await beside(`${count} slow bodies`, async () => {
        const lines = await openLines(count);
        for (const line of lines) line.write(`${post}Content-Length: 50000\r\n\r\n{"a":"`);
        const stop = drip(lines);
        await expect.poll(() => closed(lines), { timeout: 45_000, interval: 200 }).toBe(count);
        stop();
      });
    },
    120_000,
  );

  test('that were answered and say nothing more cost nobody anything', async () => {
    const idle = isLong ? 10_000 : 400;
    await beside(`${idle} idle lines`, async () => {
      const lines = await openLines(idle);
      for (const line of lines) line.write(`GET /api/seller HTTP/1.1\r\n${host}\r\n`);
      await pause(isLong ? 15_000 : 1000);
      expect(closed(lines)).toBe(0);
      for (const line of lines) line.destroy();
    });
  }, 120_000);
});

describe('more than anybody needs', () => {
  const gigabyte = 2 ** 30;
  /** What lies in the buffers of both systems until a line is closed is less. */
  const mostTaken = 2 ** 26;

  test.each([
    ['with a length', `${post}Content-Length: ${gigabyte}\r\n\r\n`, (bytes: string) => bytes],
    [
      'in chunks without an end',
      `${post}Transfer-Encoding: chunked\r\n\r\n`,
      (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`,
    ],
  ])(
    'a body of a gigabyte %s is refused, and not taken',
    async (what, head, wrapped) => {
      await beside(`gigabytes ${what}`, async () => {
        const piece = wrapped('x'.repeat(65_536));
        for (let round = 0; round < (isLong ? 20 : 1); round++) {
          const lines = await openLines(isLong ? 50 : 5);
          await Promise.all(
            lines.map(async (line) => {
              const closing = new Promise((done) => line.once('close', done));
              let answer = '';
              let sent = 0;
              line.on('data', (bytes) => (answer += bytes));
              line.write(head);
              while (sent < mostTaken && !line.closed) {
                sent += piece.length;
                if (!line.write(piece))
                  await Promise.race([closing, new Promise((done) => line.once('drain', done))]);
              }
              expect(sent).toBeLessThan(mostTaken);
              // Who goes on sending may find the line closed before the answer is read.
              expect(['', 'HTTP/1.1 413 Payload Too Large']).toContain(answer.split('\r\n')[0]);
            }),
          );
        }
      });
    },
    120_000,
  );

  test('questions beyond every measure are answered as small ones, or refused with a reason', async () => {
    const count = isLong ? 5000 : 100;
    const { token } = await logInPerson(shop);
    const asked = questions(token);
    await beside('questions beyond every measure', async () => {
      for (let at = 0; at < count; at += 20) {
        const some = Array.from({ length: 20 }, (_, more) => asked[(at + more) % asked.length]!);
        await Promise.all(some.map(isAnsweredSmall));
      }
    });
  }, 300_000);
});

/** A question that is too big, and its answer: a refusal that says why, or one that is as small as this says. */
interface Question {
  path: string;
  init?: RequestInit;
  status: number;
  problem?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test asserts
  isSmall?: (body: any) => boolean;
}

async function isAnsweredSmall({ path, init, status, problem, isSmall }: Question): Promise<void> {
  const headers = { 'x-forwarded-for': freshAddress(), ...init?.headers };
  const answer = await fetch(shop.origin + path, { ...init, headers });
  const text = await answer.text();
  const body = JSON.parse(text);
  const said = { path: path.slice(0, 80), status: answer.status, problem: body.meta?.problem };
  expect(said).toEqual({ path: path.slice(0, 80), status, problem });
  expect(problem ? text.length < 2000 : isSmall!(body), `${path.slice(0, 80)}: ${text.slice(0, 200)}`).toBe(
    true,
  );
}

/** The most of the contracts: products of a page of a search, and documents of a list. */
const [mostOfPage, usualOfPage, mostListed] = [4000, 50, 100];

function questions(token: string): Question[] {
  const search = '/api/catalog/fynbos/product/_search';
  const history = '/api/user/order-history';
  const me = { headers: { authorization: `Bearer ${token}` } };
  const skus = (length: number) => Array.from({ length }, (_, index) => `MANY${index}`).join(',');
  const json = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const keys = (length: number) =>
    json(JSON.stringify(Object.fromEntries(Array.from({ length }, (_, index) => [`key${index}`, 1]))));
  const items = (length: number) => Array(length).fill(1).join(',');
  const isPage = ({ items, perPage, start }: { items: object[]; perPage: number; start: number }) =>
    perPage === mostOfPage && start === 0 && items.length <= mostOfPage;
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
    { path: `/api/product/list?skus=${skus(mostListed + 1)}`, ...refused },
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
    // As many as a body has room for.
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
