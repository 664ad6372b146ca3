import { join } from 'node:path';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { hydrated, openBrowser, phone } from '../../tests/e2e/fixtures/browser.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { startChild } from '../lib/servers/child-server.ts';

const demo = join(import.meta.dirname, '../../catalogue/demo');
/** CPU slow-down of the emulated phone. */
const slowDown = 4;
const clicks = Number(process.env.BENCH_CLICKS ?? 24);
const list = '/pantry';

/**
 * Time until a shopper sees the effect of a click on "Add to cart". It is measured from the browser's time
 * of the click to the frame in which the card or the cart count has changed, on a CPU four times slower.
 */
export async function run(): Promise<Bench> {
  const { folder, remove } = await temporaryFolder();
  const shop = await startChild('page-server.ts', { folder, catalogue: demo, cache: false });
  const browser = await openBrowser();
  try {
    const open = () => openPhone(browser, `http://127.0.0.1:${shop.port}`);
    return {
      title: 'Click on "Add to cart" until the frame with the change, at 4x CPU slow-down',
      rows: [
        await measureClicks('first click on an untouched page', () => firstClicks(open)),
        await measureClicks('on a list, code loaded', () => listClicks(open, false)),
        await measureClicks('the same, offline', () => listClicks(open, true)),
        await measureEarlyClicks(browser, `http://127.0.0.1:${shop.port}`),
      ],
    };
  } finally {
    await browser.close();
    await shop.stop();
    await remove();
  }
}

type Open = () => Promise<{ page: Page; context: BrowserContext }>;

export async function openPhone(
  browser: Browser,
  baseURL: string,
  waitUntil: 'networkidle' | 'commit' = 'networkidle',
): Promise<Awaited<ReturnType<Open>>> {
  const context = await browser.newContext({ baseURL, viewport: phone });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await page.goto(list, { waitUntil });
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

/** A click that has no effect within this time is lost. */
const lostMs = 20_000;

/** Clicks at the first paint, before the page is hydrated. The change is the number of the cart. */
async function measureEarlyClicks(browser: Browser, baseURL: string): Promise<Measurement> {
  const times: number[] = [];
  for (let index = 0; index < clicks; index++) {
    const { page, context } = await openPhone(browser, baseURL, 'commit');
    const { x, y } = await firstPaintedButton(page);
    const changed = page.evaluate(
      (limit) =>
        new Promise<number>((done) => {
          const click = performance.now();
          const frame = () => {
            const label = document.querySelector('header a[href$="/cart"]')?.getAttribute('aria-label');
            if (/[1-9]/.test(label ?? '')) setTimeout(() => done(performance.now() - click));
            else if (performance.now() - click > limit) done(Number.NaN);
            else requestAnimationFrame(frame);
          };
          frame();
        }),
      lostMs,
    );
    const [time] = await Promise.all([changed, page.mouse.click(x, y)]);
    times.push(time);
    await context.close();
  }
  const effective = times.filter((time) => !Number.isNaN(time));
  const row = await measureClicks('at the first paint', async () => effective);
  return { ...row, aim: 'none lost', note: `${row.note}, ${times.length - effective.length} lost` };
}

/** The middle of the first button that adds to the cart, once the page is painted. */
const firstPaintedButton = (page: Page): Promise<{ x: number; y: number }> =>
  page.evaluate(async () => {
    const firstButton = () => document.querySelector('#products article button');
    while (performance.getEntriesByName('first-paint').length === 0 || !firstButton())
      await new Promise(requestAnimationFrame);
    firstButton()!.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = firstButton()!.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });

async function listClicks(open: Open, isOffline: boolean): Promise<number[]> {
  const { page, context } = await open();
  await hydrated(page);
  // The first click loads the code that the others use.
  await timeOfClick(page, 0);
  await page.locator('#products article').getByRole('textbox').first().waitFor();
  await page.waitForLoadState('networkidle');
  if (isOffline) await context.setOffline(true);
  const times: number[] = [];
  for (let index = 0; index < clicks; index++) {
    times.push(await timeOfClick(page, 0));
    // The clicked card now shows a stepper, so the next button is the first.
    await page.waitForTimeout(300);
  }
  await context.close();
  return times;
}

/**
 * Clicks a button of the list.
 * @returns milliseconds until after the frame with the change
 */
async function timeOfClick(page: Page, which: number): Promise<number> {
  const button = page.locator('#products article button', { hasText: 'Add to cart' }).nth(which);
  const changed = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const seen = (click: number) => {
          const observer = new MutationObserver(() => {
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - click)));
          });
          for (const part of document.querySelectorAll('article, header'))
            observer.observe(part, { subtree: true, childList: true, attributes: true, characterData: true });
        };
        addEventListener('click', (event) => seen(event.timeStamp), { capture: true, once: true });
      }),
  );
  const [time] = await Promise.all([changed, button.click()]);
  return time;
}

async function measureClicks(label: string, measure: () => Promise<number[]>): Promise<Measurement> {
  const times = (await measure()).toSorted((a, b) => a - b);
  const at = (share: number) => `${Math.round(times[Math.floor((times.length - 1) * share)]!)} ms`;
  const result = times.length > 0 ? `p50 ${at(0.5)}, p95 ${at(0.95)}` : 'no effect';
  return { label, result, aim: '< 50 ms', note: `${times.length} clicks` };
}
