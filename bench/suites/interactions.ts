import { join } from 'node:path';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import type { Page } from 'playwright-core';
import { hydrated, openBrowser } from '../../tests/e2e/fixtures/browser.ts';
import { openCheckout, personal, putInCart } from '../../tests/e2e/pages/checkout.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { startChild } from '../lib/servers/child-server.ts';
import { openPhone } from './click.ts';

const demo = join(import.meta.dirname, '../../catalogue/demo');
const visits = Number(process.env.BENCH_VISITS ?? 8);

/** Interactions of one visit, each on a page that is loaded and at rest. */
const interactions: Record<string, (page: Page) => Promise<unknown>> = {
  'add to cart on a list': async (page) => {
    await at(page, '/pantry');
    await page.getByRole('button', { name: 'Add to cart' }).first().click();
  },
  'open the filters': async (page) => {
    await at(page, '/pantry');
    await page.getByRole('button', { name: 'Filters' }).click();
  },
  'choose a filter': async (page) => {
    await page.getByRole('dialog').locator('a.facet').nth(7).click();
  },
  'open the menu': async (page) => {
    await at(page, '/');
    await page.getByRole('button', { name: 'Categories', exact: true }).click();
  },
  'type in the search': async (page) => {
    await at(page, '/');
    await page.getByRole('banner').getByRole('textbox', { name: 'Search' }).click();
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('milk', { delay: 150 });
  },
  'next step of the checkout': async (page) => {
    await putInCart(page, 'white-sugar');
    await openCheckout(page);
    await page.waitForLoadState('networkidle');
    await personal(page, 'thandi@example.co.za');
  },
};

/**
 * Interaction to next paint: the longest time from an input of an interaction to the frame after its handlers, as the
 * browser reports it, on a CPU four times slower.
 */
export async function run(): Promise<Bench> {
  const { folder, remove } = await temporaryFolder();
  const shop = await startChild('page-server.ts', { folder, catalogue: demo, cache: false });
  const browser = await openBrowser();
  const times = new Map<string, number[]>(Object.keys(interactions).map((name) => [name, []]));
  try {
    for (let visit = 0; visit < visits; visit++) {
      const { page, context } = await openPhone(browser, `http://127.0.0.1:${shop.port}`);
      await page.addInitScript(recordInteractions);
      for (const [name, interact] of Object.entries(interactions)) {
        await page.evaluate(() => window.interactionTimes?.clear());
        await interact(page);
        await page.waitForTimeout(1000);
        times.get(name)?.push(await maxDuration(page));
      }
      await context.close();
    }
    const all = [...times.values()].flat();
    return {
      title: 'Interaction to next paint, at 4x CPU slow-down',
      rows: [...[...times].map(([name, measured]) => rowOf(name, measured)), rowOf('all interactions', all)],
    };
  } finally {
    await browser.close();
    await shop.stop();
    await remove();
  }
}

async function at(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await hydrated(page);
}

declare global {
  interface Window {
    /** The longest duration of each interaction of this page, by its id. */
    interactionTimes?: Map<number, number>;
  }
}

/** Records the interactions of a page, from its start. */
function recordInteractions(): void {
  const times = new Map<number, number>();
  window.interactionTimes = times;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) times.set(interactionId, Math.max(times.get(interactionId) ?? 0, duration));
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** The longest interaction since the page was loaded or the last one was read; one below the resolution of the browser counts as 16 ms. */
const maxDuration = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(16, ...(window.interactionTimes?.values() ?? [])));

function rowOf(label: string, measured: readonly number[]): Measurement {
  const times = measured.toSorted((a, b) => a - b);
  const percentile = (share: number) => `${times[Math.ceil(times.length * share) - 1]} ms`;
  const result = `p75 ${percentile(0.75)}, longest ${percentile(1)}`;
  return { label, result, aim: 'p75 < 200 ms', note: `${times.length} visits` };
}
