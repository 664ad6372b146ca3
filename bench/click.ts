import { join } from 'node:path';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { hydrated, openBrowser, phone } from '../e2e/browser.ts';
import { startChild } from './child.ts';
import type { Bench, Figure } from './figure.ts';

const demo = join(import.meta.dirname, '../catalogue/demo');
/** How much slower than this machine the phone is. */
const slowDown = 4;
const clicks = Number(process.env.BENCH_CLICKS ?? 24);
const list = '/pantry';

/**
 * How long a shopper waits for a sign that a click on «Add to cart» was heard: from the browser's time of the
 * click to the frame in which the card or the number at the cart has changed, on a processor four times slower.
 */
export async function run(): Promise<Bench> {
  const { folder, remove } = await temporaryFolder();
  const shop = await startChild('page-server.ts', { folder, catalogue: demo, cache: false });
  const browser = await openBrowser();
  try {
    const open = () => openPhone(browser, `http://127.0.0.1:${shop.port}`);
    return {
      title: 'A click on «Add to cart», to the changed frame, at 4x CPU slow-down',
      rows: [
        await figure('the first click ever on a page nobody touched yet', () => firstClicks(open)),
        await figure('on a list, its code there', () => listClicks(open, false)),
        await figure('the same without a network', () => listClicks(open, true)),
      ],
    };
  } finally {
    await browser.close();
    await shop.stop();
    await remove();
  }
}

type Open = () => Promise<{ page: Page; context: BrowserContext }>;

async function openPhone(browser: Browser, baseURL: string): Promise<Awaited<ReturnType<Open>>> {
  const context = await browser.newContext({ baseURL, viewport: phone });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await page.goto(list, { waitUntil: 'networkidle' });
  return { page, context };
}

async function firstClicks(open: Open): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < clicks; index++) {
    const { page, context } = await open();
    times.push(await timeOfClick(page, 0));
    await context.close();
  }
  return times;
}

async function listClicks(open: Open, isOffline: boolean): Promise<number[]> {
  const { page, context } = await open();
  await hydrated(page);
  // The first one fetches what the others find there.
  await timeOfClick(page, 0);
  await page.locator('#products article').getByRole('textbox').first().waitFor();
  await page.waitForLoadState('networkidle');
  if (isOffline) await context.setOffline(true);
  const times: number[] = [];
  for (let index = 0; index < clicks; index++) {
    times.push(await timeOfClick(page, 0));
    // The card of the one that was clicked has a stepper now, the next button is the first.
    await page.waitForTimeout(300);
  }
  await context.close();
  return times;
}

/** Clicks a button of the list; in milliseconds, until the frame after the change is through. */
async function timeOfClick(page: Page, which: number): Promise<number> {
  const button = page.locator('#products article button', { hasText: 'Add to cart' }).nth(which);
  const changed = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const seen = (click: number) => {
          const watch = new MutationObserver(() => {
            watch.disconnect();
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - click)));
          });
          for (const part of document.querySelectorAll('article, header'))
            watch.observe(part, { subtree: true, childList: true, attributes: true, characterData: true });
        };
        addEventListener('click', (event) => seen(event.timeStamp), { capture: true, once: true });
      }),
  );
  const [time] = await Promise.all([changed, button.click()]);
  return time;
}

async function figure(what: string, measure: () => Promise<number[]>): Promise<Figure> {
  const times = (await measure()).toSorted((one, other) => one - other);
  const at = (share: number) => `${Math.round(times[Math.floor((times.length - 1) * share)]!)} ms`;
  return { what, ours: `p50 ${at(0.5)}, p95 ${at(0.95)}`, aim: '< 50 ms', note: `${times.length} clicks` };
}
