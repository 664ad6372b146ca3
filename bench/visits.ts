import { join } from 'node:path';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, phone } from '../e2e/browser.ts';
import { type NetworkProxy, openNetworkProxy } from '../e2e/line.ts';
import { startChild } from './child.ts';
import type { Bench, Figure } from './figure.ts';

const demo = join(import.meta.dirname, '../catalogue/demo');
/** Milliseconds in which nothing may travel before a page counts as fetched, with what the worker fetches behind it. */
const quiet = 10_000;
/** How much slower than this machine the phone is. */
const slowDown = 4;
const visits = 9;

/** A walk through the shop as a shopper has it: each page the way one comes to it, by its links. */
const walk = ['/pantry', '/rooibos-tea', '/search?q=milk', '/cart', '/checkout'];

/**
 * What a shopper's line carries: everything that travels for the first page, what the worker fetches behind it, and each
 * later page; and how soon a page that was seen before stands without a network.
 */
export async function run(): Promise<Bench> {
  const { folder, remove } = await temporaryFolder();
  const shop = await startChild('page-server.ts', { folder, catalogue: demo, cache: true });
  const line = await openNetworkProxy(`http://127.0.0.1:${shop.port}`);
  const browser = await openBrowser();
  try {
    return {
      title: 'What visits cost in bytes, and how soon a page stands without a network',
      rows: [
        ...(await bytesOf(browser, line, {})),
        ...(await bytesOf(browser, line, { 'save-data': 'on' })),
        await offlineStart(browser, line),
      ],
    };
  } finally {
    await browser.close();
    await line.close();
    await shop.stop();
    await remove();
  }
}

async function openPhone(
  browser: Browser,
  { origin }: NetworkProxy,
  headers: Record<string, string>,
  serviceWorkers: 'allow' | 'block' = 'allow',
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    ...{ baseURL: origin, viewport: phone, serviceWorkers },
    extraHTTPHeaders: headers,
  });
  return { page: await context.newPage(), context };
}

async function bytesOf(
  browser: Browser,
  line: NetworkProxy,
  headers: Record<string, string>,
): Promise<Figure[]> {
  const low = 'save-data' in headers ? ' with Save-Data' : '';
  const carried = async (page: Page, path: string) => {
    const before = line.bytes;
    await page.goto(path);
    await atRest(line);
    return line.bytes - before;
  };
  // The page by itself, in a browser that has no worker: where that begins to fetch cannot be told from outside.
  const alone = await openPhone(browser, line, headers, 'block');
  const first = await carried(alone.page, '/');
  await alone.context.close();
  const { page, context } = await openPhone(browser, line, headers);
  const rows = [
    row(`first visit${low}: home`, first),
    row(`behind it, once${low}: the worker and what it keeps`, (await carried(page, '/')) - first),
  ];
  for (const path of walk) rows.push(row(`then ${path}${low}`, await carried(page, path)));
  rows.push(row(`home again${low}`, await carried(page, '/')));
  await context.close();
  return rows;
}

/** Until nothing has travelled for a while: what a page fetches late counts too. */
async function atRest(line: NetworkProxy): Promise<void> {
  for (let before = -1; before !== line.bytes; ) {
    before = line.bytes;
    await new Promise((done) => setTimeout(done, quiet));
  }
}

const row = (what: string, bytes: number): Figure => ({
  ...{ what, ours: `${(bytes / 1000).toFixed(1)} kB`, aim: '' },
});

/** From the address to the heading of a category that was seen before, with the mast down. */
async function offlineStart(browser: Browser, line: NetworkProxy): Promise<Figure> {
  const { page, context } = await openPhone(browser, line, {});
  for (const path of ['/', '/pantry']) {
    await page.goto(path);
    // On a busy machine it comes later than a page is at rest.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await atRest(line);
  }
  line.state = 'gone';
  await context.setOffline(true);
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit++) {
    const opened = await context.newPage();
    const session = await context.newCDPSession(opened);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await opened.goto('/pantry', { waitUntil: 'commit' });
    await opened.locator('#products article').first().waitFor();
    times.push(
      await opened.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now(),
      ),
    );
    await opened.close();
  }
  await context.close();
  line.state = 'fine';
  const sorted = times.toSorted((one, other) => one - other);
  return {
    what: 'a category seen before, without a network: first contentful paint at 4x CPU slow-down',
    ours: `p50 ${Math.round(sorted[Math.floor(visits / 2)]!)} ms, slowest ${Math.round(sorted.at(-1)!)} ms`,
    aim: '',
    note: `${visits} visits`,
  };
}
