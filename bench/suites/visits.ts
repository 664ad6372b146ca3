import { join } from 'node:path';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, phone } from '../../tests/e2e/fixtures/browser.ts';
import { type NetworkProxy, openNetworkProxy } from '../../tests/e2e/fixtures/fault-proxy.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { startChild } from '../lib/servers/child-server.ts';

const demo = join(import.meta.dirname, '../../catalogue/demo');
/**
 * Milliseconds without traffic before a page counts as loaded, including background downloads of the
 * service worker.
 */
const quiet = 10_000;
/** CPU slow-down of the emulated phone. */
const slowDown = 4;
const visits = 9;

/** A visit to the shop, one page after another. */
const walk = ['/pantry', '/rooibos-tea', '/search?q=milk', '/cart', '/checkout'];

/**
 * Network traffic of a visit: the first page, the background downloads of the service worker, and each
 * later page. Also the time to show a visited page offline.
 */
export async function run(): Promise<Bench> {
  const { folder, remove } = await temporaryFolder();
  const shop = await startChild('page-server.ts', { folder, catalogue: demo, cache: true });
  const proxy = await openNetworkProxy(`http://127.0.0.1:${shop.port}`);
  const browser = await openBrowser();
  try {
    return {
      title: 'Bytes per visit, and time to show a page offline',
      rows: [
        ...(await bytesOf(browser, proxy, {})),
        ...(await bytesOf(browser, proxy, { 'save-data': 'on' })),
        await offlineStart(browser, proxy),
      ],
    };
  } finally {
    await browser.close();
    await proxy.close();
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
  proxy: NetworkProxy,
  headers: Record<string, string>,
): Promise<Measurement[]> {
  const low = 'save-data' in headers ? ' with Save-Data' : '';
  const carried = async (page: Page, path: string) => {
    const before = proxy.bytes;
    await page.goto(path);
    await atRest(proxy);
    return proxy.bytes - before;
  };
  // The page alone, in a browser without service worker, because the two kinds of traffic cannot be told
  // apart from outside.
  const alone = await openPhone(browser, proxy, headers, 'block');
  const first = await carried(alone.page, '/');
  await alone.context.close();
  const { page, context } = await openPhone(browser, proxy, headers);
  const rows = [
    row(`first visit${low}: home`, first),
    row(`background downloads of the service worker, once${low}`, (await carried(page, '/')) - first),
  ];
  for (const path of walk) rows.push(row(`then ${path}${low}`, await carried(page, path)));
  rows.push(row(`home again${low}`, await carried(page, '/')));
  await context.close();
  return rows;
}

/** Waits until there was no traffic for a while, so that late downloads count too. */
async function atRest(proxy: NetworkProxy): Promise<void> {
  for (let before = -1; before !== proxy.bytes; ) {
    before = proxy.bytes;
    await new Promise((done) => setTimeout(done, quiet));
  }
}

const row = (label: string, bytes: number): Measurement => ({
  ...{ label, result: `${(bytes / 1000).toFixed(1)} kB`, aim: '' },
});

/** From navigation to the heading of a visited category, offline. */
async function offlineStart(browser: Browser, proxy: NetworkProxy): Promise<Measurement> {
  const { page, context } = await openPhone(browser, proxy, {});
  for (const path of ['/', '/pantry']) {
    await page.goto(path);
    // On a busy machine the service worker is ready later than the page is loaded.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await atRest(proxy);
  }
  proxy.state = 'gone';
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
  proxy.state = 'fine';
  const sorted = times.toSorted((a, b) => a - b);
  return {
    label: 'a visited category, offline: first contentful paint at 4x CPU slow-down',
    result: `p50 ${Math.round(sorted[Math.floor(visits / 2)]!)} ms, slowest ${Math.round(sorted.at(-1)!)} ms`,
    aim: '',
    note: `${visits} visits`,
  };
}
