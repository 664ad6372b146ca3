import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, desktop, focused, hidePointer, hydrated, phone, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Maximum transfer size of the first category page with an empty cache, in bytes. */
const limit = 160_000;

const our = openDemo();
const saveDataOptions = { extraHTTPHeaders: { 'save-data': 'on' } };
const waiting = 'img[src^="data:image/gif"]';

/** Every path a page requests, in order. */
function requestsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http')) seen.push(new URL(request.url()).pathname);
  });
  return seen;
}

const isHeavy = (path: string) => path.startsWith('/img/') || path.endsWith('.woff2');

/** Bytes transferred by address, including headers, as measured by the browser. */
async function weighed(page: Page): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const [addresses, bytes] = [new Map<string, string>(), new Map<string, number>()];
  session.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId) ?? requestId;
    // The document has transferred it already.
    if (address.startsWith('data:')) return;
    bytes.set(address, (bytes.get(address) ?? 0) + encodedDataLength);
  });
  return bytes;
}

for (const locale of ['en-US', 'ru-RU', 'ja-JP'])
  test(`the first category page in low-data mode transfers less than 160 kB (${locale})`, async () => {
    const { page } = await visit(our.browser, our.shop.origin, { ...saveDataOptions, locale });
    await hidePointer(page);
    const bytes = await weighed(page);
    await page.goto('/pantry', { waitUntil: 'networkidle' });
    const sum = [...bytes.values()].reduce((total, size) => total + size, 0);
    const named = [...bytes].map(([address, size]) => `${size} ${address}`).join('\n');
    expect(sum, named).toBeLessThan(limit);
  });

test('a browser with data saving gets no pictures, no fonts and no prefetches on any page', async () => {
  const { page } = await visit(our.browser, our.shop.origin, saveDataOptions);
  const seen = requestsOf(page);
  for (const path of ['/', '/pantry', '/rooibos-tea', '/search?q=tea', '/cart']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await hydrated(page);
    await page.waitForLoadState('networkidle');
  }
  expect(seen.filter(isHeavy)).toEqual([]);
  await page.clock.install();
  await page.goto('/pantry');
  await hydrated(page);
  await alive(page.locator('main article button').last());
  const link = page.locator('main article h3 a').first();
  const before = seen.length;
  await link.hover();
  await link.focus();
  // A prefetch would begin a moment after the pointer or the focus has arrived.
  await page.clock.runFor(1000);
  expect(seen.slice(before).filter((path) => path.endsWith('.data'))).toEqual([]);
  expect(await page.locator('link[rel=prefetch]').count()).toBe(0);
  await link.click();
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  expect(seen.filter(isHeavy)).toEqual([]);
});

test('pictures load on request, one at a time or all of a page, by keyboard and without layout shift', async () => {
  const { page } = await visit(our.browser, our.shop.origin, saveDataOptions);
  const seen = requestsOf(page);
  await page.goto('/pantry');
  await hydrated(page);
  const card = page.locator('main article').first();
  const showPicture = card.getByRole('button', { name: 'Show picture' });
  await alive(showPicture);
  const before = await card.boundingBox();
  await showPicture.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => card.locator(waiting).count()).toBe(0);
  await expect.poll(() => seen.filter(isHeavy).length).toBe(1);
  await focused(card.locator('h3 a'));
  expect(await card.boundingBox()).toEqual(before);

  const all = page.getByRole('button', { name: 'Show pictures on this page' });
  await alive(all);
  await all.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator(`main ${waiting}`).count()).toBe(0);
  expect(await card.boundingBox()).toEqual(before);
  await page.getByRole('link', { name: 'Load more products' }).click();
  await expect.poll(() => page.locator('main article').count()).toBeGreaterThan(50);
  expect(await page.locator(`main ${waiting}`).count()).toBe(0);

  // The next page has no pictures until they are requested.
  await card.locator('h3 a').click();
  await page.locator('main h1').waitFor();
  await expect.poll(() => page.locator(`main ${waiting}`).count()).toBeGreaterThan(0);
});

test('a shopper switches low-data mode on and off in the footer, without scripts too', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, close } = await visit(our.browser, our.shop.origin, { javaScriptEnabled });
    const seen = requestsOf(page);
    await page.goto('/pantry', { waitUntil: 'networkidle' });
    expect(seen.filter(isHeavy)).not.toEqual([]);
    const choose = async (name: string | RegExp) => {
      const choice = page.getByRole('contentinfo').getByRole('button', { name });
      if (javaScriptEnabled) {
        await hydrated(page);
        await alive(choice);
      }
      await choice.click();
      await page.waitForURL('**/pantry');
    };
    await choose(/^Low data/);
    await page.locator('html[data-low]').waitFor({ state: 'attached' });
    await expect.poll(() => page.locator(`main ${waiting}`).count()).toBeGreaterThan(20);
    await page.getByText('Low data: pictures are left out.').waitFor();
    if (javaScriptEnabled) {
      await hydrated(page);
      await page.getByRole('button', { name: /^Low data/, pressed: true }).waitFor();
    }
    await choose('Everything, pictures too');
    await expect.poll(() => page.locator(waiting).count()).toBe(0);
    await close();
  }
});

test("a shopper who chose full data gets it despite the browser's data saving", {
  tag: '@stress',
}, async () => {
  const { page } = await visit(our.browser, our.shop.origin, saveDataOptions);
  await page.context().addCookies([{ name: 'fynbos-low-data', value: 'off', url: our.shop.origin }]);
  const seen = requestsOf(page);
  await page.goto('/pantry', { waitUntil: 'networkidle' });
  expect(seen.some((path) => path.endsWith('.woff2'))).toBe(true);
  expect(await page.locator(waiting).count()).toBe(0);
});

test('responses name save-data in Vary', async () => {
  const { headers } = await fetch(our.shop.origin);
  expect(headers.get('vary')).toContain('save-data');
});

for (const [title, options] of [
  ['on a small phone in German', { viewport: { width: 320, height: 640 }, locale: 'de-DE' }],
  ['in the dark', { viewport: phone, colorScheme: 'dark' as const }],
  ['on a wide screen', { viewport: desktop }],
] as const)
  test(`pages in low-data mode are accessible and fit ${title}`, { tag: '@stress' }, async () => {
    const { page } = await visit(our.browser, our.shop.origin, { ...saveDataOptions, ...options });
    for (const path of ['/', '/pantry', '/rooibos-tea']) {
      await page.goto(path);
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      if (process.env.PICTURES)
        await page.screenshot({
          path: `${process.env.PICTURES}/low${path.replace('/', '-')}-${options.viewport.width}-${'colorScheme' in options}.png`,
        });
    }
  });
