import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { payingFiles } from '@fynbos/api/payments/testing/paying.ts';
import { tell } from '@fynbos/api/testing/figure.ts';
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
 * Too much, too slowly (reliability 6.18, 6.19): whoever does it is shown out, and shoppers notice nothing.
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
const heldMb = async (): Promise<number> => (await shop.collect()) / 2 ** 20;
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
  tell(
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

  test(`${count} that send their headers a letter at a time are closed within fifteen seconds`, async () => {
    await beside(`${count} slow headers`, async () => {
      const lines = await openLines(count);
      for (const line of lines) line.write(`GET /api/seller HTTP/1.1\r\n${host}X-Slow: `);
      const stop = drip(lines);
      await expect.poll(() => closed(lines), { timeout: 20_000, interval: 200 }).toBe(count);
      stop();
    });
  }, 120_000);

  long(
    `${count} that send their bodies a letter at a time are closed within forty seconds`,
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
    const idle = isLong ? 8000 : 400;
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
        const lines = await openLines(isLong ? 50 : 5);
        const piece = wrapped('x'.repeat(65_536));
        await Promise.all(
          lines.map(async (line) => {
            let sent = 0;
            line.write(head);
            while (sent < gigabyte && line.writable) {
              sent += piece.length;
              if (!line.write(piece))
                await Promise.race([pause(1000), new Promise((done) => line.once('drain', done))]);
              if (!isLong && sent > 2 ** 22) break;
            }
            expect(sent).toBeLessThan(gigabyte / 4);
            line.destroy();
          }),
        );
      });
    },
    120_000,
  );

  test('questions beyond every measure are answered as small ones', async () => {
    const count = isLong ? 5000 : 100;
    const search = '/api/catalog/fynbos/product/_search';
    const asked = [
      `${search}?size=1000000000`,
      `${search}?size=1e309&from=-1`,
      `${search}?from=9007199254740993`,
      `/api/stock/list?skus=${Array(1500).fill('TEA').join(',')}`,
      `/api/product/list?skus=${Array(1500).fill('TEA').join(',')}`,
      `/api/user/order-history?pageSize=1000000000&currentPage=1000000`,
      `/api/search/suggest?text=${'a'.repeat(200)}&size=20`,
    ];
    await beside('questions beyond every measure', async () => {
      const statuses = new Set<number>();
      for (let at = 0; at < count; at += 20) {
        const some = Array.from({ length: 20 }, (_, more) =>
          fetch(shop.origin + asked[(at + more) % asked.length]!),
        );
        for (const answer of await Promise.all(some)) {
          statuses.add(answer.status);
          await answer.arrayBuffer();
        }
      }
      expect([...statuses].filter((status) => ![200, 400, 401, 431].includes(status))).toEqual([]);
    });
  }, 300_000);
});
