import type { Page, Request } from '@playwright/test';
import { alive, hydrated, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

const our = openDemo({ pictures: false });

const isSecondStage = (request: Request) =>
  request.url().includes('/product/_search') && /"sku":\{"in":\["/.test(request.postData() ?? '');
const isPageData = (request: Request) => new URL(request.url()).pathname.endsWith('.data');

/** Records the requests of the page by kind. */
function recordRequests(page: Page) {
  const requests = { secondStages: 0, pageData: [] as string[] };
  page.on('request', (request) => {
    if (isSecondStage(request)) requests.secondStages++;
    if (isPageData(request)) requests.pageData.push(new URL(request.url()).pathname);
  });
  return requests;
}

const cards = (page: Page) => page.locator('#products h3 a');

async function openCard(page: Page, index: number): Promise<void> {
  const name = ((await cards(page).nth(index).textContent()) ?? '').trim();
  await alive(cards(page).nth(index));
  await cards(page).nth(index).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** The texts about the product and its related products on a product page. */
const shown = (page: Page) =>
  page
    .locator('article > nav, article > div, article > section')
    .evaluateAll((parts) => parts.map((part) => part.textContent?.replace(/\s+/g, ' ')).slice(0, 4));

async function shownToOthers(url: string): Promise<unknown> {
  const { page, close } = await visit(our.browser, our.shop.origin);
  await page.goto(url);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  const text = await shown(page);
  await close();
  return text;
}

/** Opens a list from a tile of the home page by client-side navigation. */
async function goToList(page: Page, index: number): Promise<void> {
  const tile = page.locator('main a[href^="/"]:has(img)').nth(index);
  await alive(tile);
  await tile.click();
  await cards(page).first().waitFor();
}

/** Waits until the full products of the list are loaded. */
const ready = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('second stage').length > 0);

/** Sets how long the data of every page took, as the browser reports it. */
const firstStageTook = (page: Page, milliseconds: number) =>
  page.addInitScript((took) => {
    const { get } = Object.getOwnPropertyDescriptor(PerformanceEntry.prototype, 'duration')!;
    Object.defineProperty(PerformanceResourceTiming.prototype, 'duration', {
      get() {
        return new URL(this.name).pathname.endsWith('.data') ? took : get!.call(this);
      },
    });
  }, milliseconds);

test.describe('the second stage of a list (spec D31, spec commerce 9)', () => {
  test('loads after the first user input; product pages then open without a request, even offline', async () => {
    const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
    const requests = recordRequests(page);
    await page.goto('/pantry', { waitUntil: 'networkidle' });
    expect(requests.secondStages).toBe(0);
    await hydrated(page);
    await ready(page);

    await openCard(page, 0);
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    await page.getByRole('heading', { name: 'You may also like' }).waitFor();
    expect(requests).toEqual({ secondStages: 1, pageData: [] });
    const toOthers = await shownToOthers(page.url());
    await expect.poll(() => shown(page)).toEqual(toOthers);
    await page.goBack();
    await cards(page).nth(1).waitFor();

    expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load/);
    await page.context().setOffline(true);
    await openCard(page, 1);
    expect(await page.locator('main').innerText()).toMatch(/R\d+\.\d\d/);
    await page.getByRole('button', { name: 'Add to cart' }).first().waitFor();
    await page.getByRole('heading', { name: 'Description' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Reviews' }).count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
  });

  test('is switched off for the visit when the first stage is slower', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    const requests = recordRequests(page);
    await firstStageTook(page, 600_000);
    await page.goto('/');
    await hydrated(page);
    await Promise.all([
      page.waitForResponse((response) => isSecondStage(response.request())),
      goToList(page, 0),
    ]);
    await page.waitForFunction(() => sessionStorage.getItem('fynbos-two-stage') === 'off');

    const list = new URL(page.url()).pathname;
    await openCard(page, 0);
    expect(requests.pageData.at(-1)).not.toBe(`${list}.data`);
    await page.goto(list);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect(requests.secondStages).toBe(1);
  });

  test('remains on when the second stage is slower', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    const requests = recordRequests(page);
    await firstStageTook(page, 0);
    await page.goto('/');
    await hydrated(page);
    await goToList(page, 0);
    await ready(page);
    const before = requests.pageData.length;
    await openCard(page, 0);
    expect(requests.pageData).toHaveLength(before);
    expect(await page.evaluate(() => sessionStorage.getItem('fynbos-two-stage'))).toBeNull();
  });

  test('is never loaded when the browser saves data', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    const requests = recordRequests(page);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    await page.goto('/pantry');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await openCard(page, 0);
    expect(requests.secondStages).toBe(0);
    expect(requests.pageData).toHaveLength(1);
  });
});
