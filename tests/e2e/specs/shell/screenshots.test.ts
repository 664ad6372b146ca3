import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, test } from '../../fixtures/test.ts';

/**
 * Checks every kind of page at three widths against WCAG in both themes. The long run also takes
 * screenshots for review (`npm run test:stress -- pages`, `test-results/pictures`).
 */

const folder = path.join(import.meta.dirname, '../../../..', 'test-results', 'pictures');
const themes = ['light', 'dark'] as const;
const widths = isLong ? [360, 768, 1280] : [360];
const heights: Record<number, number> = { 360: 740, 768: 1024, 1280: 900 };

interface Kind {
  /** The address, or a function that finds it. */
  at: string | ((products: Found) => string);
  /** Opens a panel before the screenshot. */
  open?: (page: Page) => Promise<unknown>;
  /** Limits the check to one width. */
  only?: number;
  /** A console error that is expected. */
  expectedError?: RegExp;
}

type Found = Record<'simple' | 'configurable' | 'bundle' | 'grouped' | 'soldOut' | 'special', string>;

const opened = (page: Page) => page.locator('dialog[open]').waitFor();
const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await opened(page);
  // The images of the menu load when it opens.
  await page.waitForLoadState('networkidle');
};

const kinds: Record<string, Kind> = {
  home: { at: '/' },
  category: { at: '/pantry' },
  leaf: { at: '/pantry/rice-pasta' },
  filtered: { at: '/pantry?price=0.0-250.0' },
  simple: { at: ({ simple }) => simple },
  configurable: { at: ({ configurable }) => configurable },
  bundle: { at: ({ bundle }) => bundle },
  grouped: { at: ({ grouped }) => grouped },
  'sold-out': { at: ({ soldOut }) => soldOut },
  special: { at: ({ special }) => special },
  brand: { at: '/brand/rooikrans' },
  search: { at: '/search?q=rooibos' },
  'nothing-found': { at: '/search?q=qzxjv' },
  404: { at: '/nothing/at/all', expectedError: /404/ },
  error: { at: '/error', expectedError: /500/ },
  menu: { at: '/', open: press(/^categories$/i), only: 360 },
  'all-categories': { at: '/', open: press(/all categories/i), only: 1280 },
  filters: { at: '/pantry', open: press(/^filters/i), only: 360 },
  'search-panel': { at: '/', open: openSearch },
};

async function openSearch(page: Page) {
  await page.getByRole('banner').getByRole('textbox', { name: 'Search' }).click();
  await opened(page);
  await page.getByRole('dialog').getByRole('combobox').fill('rooi');
  await page.getByRole('dialog').getByRole('row').first().waitFor();
}

/** Disables animation and requests WebP images, which are five times as fast to encode as AVIF. */
const calm = {
  reducedMotion: 'reduce' as const,
  extraHTTPHeaders: { accept: 'text/html,application/json,image/webp,*/*;q=0.8' },
};

let demoProducts: Found;

// Only the screenshots need pictures: their place on the page is reserved. `accessibility.test.ts` loads them.
const our = openDemo({ pictures: isLong });
test.beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  demoProducts = await findProducts();
});

/** One product of each kind that looks different, whatever the demo shop sells. */
async function findProducts(): Promise<Found> {
  const body = {
    filters: { visibility: { in: [2, 3, 4] }, status: { in: [1] } },
    size: 2000,
    includeFields: ['type_id', 'url_path', 'stock', 'special_price_incl_tax', 'energy_kj'],
  };
  const response = await fetch(`${our.shop.origin}/api/catalog/fynbos/product/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { items } = (await response.json()) as { items: Item[] };
  const first = (description: string, fits: (item: Item) => boolean) => {
    const item = items.find(fits);
    if (!item) throw new Error(`The demo shop sells no product of this kind: ${description}.`);
    return `/${item.url_path}`;
  };
  const ofType = (type: string) => first(type, ({ type_id, stock }) => type_id === type && stock.is_in_stock);
  return {
    simple: first('a food', ({ type_id, energy_kj }) => type_id === 'simple' && energy_kj !== undefined),
    configurable: ofType('configurable'),
    bundle: ofType('bundle'),
    grouped: ofType('grouped'),
    soldOut: first('sold out', ({ stock }) => !stock.is_in_stock),
    special: first('special', (item) => item.special_price_incl_tax > 0 && item.stock.is_in_stock),
  };
}

interface Item {
  type_id: string;
  url_path: string;
  stock: { is_in_stock: boolean };
  special_price_incl_tax: number;
  energy_kj?: string;
}

test.describe('every kind of page', () => {
  test.describe.configure({ timeout: 240_000 });
  for (const width of widths)
    test(`fits a width of ${width} pixels (360 also at 200 % zoom) and is accessible in dark mode`, async () => {
      const window = { width, height: heights[width]! };
      const shopper = await visit(our.browser, our.shop.origin, { ...calm, viewport: window });
      for (const [name, kind] of Object.entries(kinds)) {
        if (kind.only && kind.only !== width) continue;
        await show(shopper, kind);
        expect(await sideways(shopper.page), `${name} at ${width}`).toBe(0);
        const isChecked = darkCheckedAt(name) === width;
        for (const colorScheme of isLong ? themes : isChecked ? (['dark'] as const) : []) {
          await shopper.page.emulateMedia({ colorScheme });
          const file = path.join(folder, `${name}-${width}-${colorScheme}.png`);
          if (isLong) await shopper.page.screenshot({ path: file });
        }
        if (isChecked) await expectAccessible(shopper.page);
        await shopper.page.emulateMedia({ colorScheme: 'light' });
        if (width === 360) await zoom(shopper.page, name, kind);
        await shopper.page.setViewportSize(window);
      }
    });
});

/** A 1280-pixel window at 200 % zoom is 640 pixels to a page. The loaded page is resized, as zooming does. */
async function zoom(page: Page, name: string, { open }: Kind): Promise<void> {
  await page.setViewportSize({ width: 640, height: 450 });
  expect(await sideways(page), `${name} at 200 %`).toBe(0);
  // `accessibility.test.ts` runs the same check in light mode for pages without panels.
  if (isLong || open) await expectAccessible(page);
}

/** In dark mode every second page is checked on a phone, the others on a desktop. */
function darkCheckedAt(name: string): number {
  return kinds[name]!.only ?? (Object.keys(kinds).indexOf(name) % 2 === 0 ? 360 : 1280);
}

async function show({ page, expectConsoleError }: Visit, { at, open, expectedError }: Kind): Promise<void> {
  if (expectedError) expectConsoleError(expectedError);
  await page.goto(typeof at === 'string' ? at : at(demoProducts), { waitUntil: 'load' });
  await hydrated(page);
  await open?.(page);
}

/** Horizontal overflow of the page, in pixels. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
