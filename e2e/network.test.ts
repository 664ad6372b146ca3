import { long, longDescribe } from '@fynbos/api/testing/long.ts';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, expectAccessible, focused, hydrated, type Visit, visit } from './browser.ts';
import { logIn, machine, newEmail, register } from './customers.ts';
import { openDemo } from './opened.ts';
import { accountRoutes, openRoutes } from './route-list.ts';

const our = openDemo();

/** What the browser itself prints of what could not be fetched. */
const cut =
  /ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED|NETWORK_CHANGED)|Failed to (load|fetch)|Content-Security/;

const strip = (page: Page) => page.locator('div.network-strip');

/** Waits until what says how the network is has its code, and listens. */
async function awake(page: Page): Promise<void> {
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.locator('html[data-strip]').waitFor();
}

/** Waits until the page has heard every answer that came before this one. */
const allHeard = (page: Page) => page.evaluate(async () => (await fetch('/favicon.svg')).text());

test('without a network one line says so without moving anything, and once that it is back', async () => {
  const { page, close, expectFault } = await visit(our.browser, our.shop.origin);
  expectFault(cut);
  await page.goto('/pantry');
  await awake(page);
  await page.evaluate(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, {
          moved: (window as never as { moved: number }).moved + (entry as never as { value: number }).value,
        });
    }).observe({ type: 'layout-shift' });
  });
  const heading = page.locator('main h1');
  const before = await heading.boundingBox();
  await page.context().setOffline(true);
  await strip(page).getByText('You are offline, some features may be unavailable.').waitFor();
  expect(await page.locator('.network-strip:visible').count()).toBe(1);
  expect(await heading.boundingBox()).toEqual(before);
  expect(await page.evaluate(() => (window as never as { moved: number }).moved)).toBe(0);
  await page.context().setOffline(false);
  await strip(page).getByText('You are connected again.').waitFor();
  await strip(page).waitFor({ state: 'detached' });
  expect(await heading.boundingBox()).toEqual(before);
  await close();
});

test('a panel says what works now and what does not, by keyboard', async () => {
  const { page, close, expectFault } = await visit(our.browser, our.shop.origin);
  expectFault(cut);
  await page.goto('/');
  await awake(page);
  await page.context().setOffline(true);
  const opener = strip(page).getByRole('button', { name: 'What works now' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'What works now' });
  await panel.getByRole('region', { name: 'Works now', exact: true }).getByText('Fill your cart').waitFor();
  await panel.getByRole('region', { name: 'Works again' }).getByText('Pay online').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await focused(opener);
  // What opened it is there to go back to although the network is back.
  await page.keyboard.press('Enter');
  await panel.waitFor();
  await page.context().setOffline(false);
  await panel.getByText('Everything works.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await focused(opener);
  await page.keyboard.press('Tab');
  await opener.waitFor({ state: 'detached' });
  await close();
});

test.each([
  [
    'a line that is connected and dead',
    (page: Page) => page.route('**/api/**', (route) => route.abort('connectionfailed')),
  ],
  [
    'a portal that answers for the shop',
    (page: Page) =>
      page.route('**/api/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Pay for the network</h1>' }),
      ),
  ],
])('%s is a shop that does not answer, until it does', async (_, cutOff) => {
  const { page, close, expectFault } = await visit(our.browser, our.shop.origin);
  expectFault(cut);
  await page.clock.install();
  await page.goto('/rooibos-tea');
  await awake(page);
  await cutOff(page);
  // A browser that comes back to such a line says that it is online.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await strip(page).getByText('Connected, but the shop does not answer. We keep asking.').waitFor();
  await strip(page).getByRole('button', { name: 'What works now' }).click();
  const again = page.getByRole('button', { name: 'Ask again now' });
  await again.waitFor();
  // No time passes: nothing asks but who presses it.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await allHeard(page);
  const isOver = (request: Request) => request.url().includes('/api/health');
  const answered = Promise.race([
    page.waitForEvent('requestfinished', isOver),
    page.waitForEvent('requestfailed', isOver),
  ]);
  await again.click();
  await answered;
  // Only then does it begin to wait for its next question.
  await allHeard(page);
  await page.unroute('**/api/**');
  await page.clock.fastForward(60_000);
  await page.clock.resume();
  await strip(page).getByText('You are connected again.').waitFor();
  await close();
});

long(
  'a browser that says it is connected is believed to have news: the shop is asked again at once',
  async () => {
    const low = { extraHTTPHeaders: { 'save-data': 'on' } };
    const { page, close, expectFault } = await visit(our.browser, our.shop.origin, low);
    expectFault(cut);
    await page.goto('/rooibos-tea');
    await awake(page);
    await page.route('**/api/**', (route) => route.abort('connectionfailed'));
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await strip(page).getByText('Connected, but the shop does not answer.').waitFor();
    await page.unroute('**/api/**');
    // By itself it would ask after fifteen seconds.
    const question = page.waitForResponse('**/api/health*', { timeout: 10_000 });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await question;
    await close();
  },
);

long('a page that cannot be fetched is noticed as well, and the shop found again by itself', async () => {
  const { page, close, expectFault } = await visit(our.browser, our.shop.origin);
  expectFault(cut);
  await page.goto('/pantry');
  await awake(page);
  await page.route(/\.data|\/api\//, (route) => route.abort('connectionfailed'));
  await page.locator('main article h3 a').nth(3).click();
  await strip(page).getByText('Connected, but the shop does not answer').waitFor();
  await page.unroute(/\.data|\/api\//);
  await strip(page).getByText('You are connected again.').waitFor();
  await close();
});

/** Takes the network away on a page, and gives it back. */
async function lookAt(page: Page, path: string): Promise<void> {
  // A page before this one may have failed without it.
  await page.context().setOffline(false);
  await page.goto(path);
  await awake(page);
  await page.context().setOffline(true);
  await strip(page).waitFor();
  await expect.poll(() => withoutWord(page)).toEqual([]);
  await page.context().setOffline(false);
  await strip(page).getByText('You are connected again.').waitFor();
  expect(await page.locator('[data-needs-network]').count()).toBe(0);
}

/** Forms that say nothing, and buttons of those that do without it being theirs. */
const withoutWord = (page: Page) =>
  page.evaluate(() => {
    const silent = '[data-offline="works"], [data-offline="own"], [data-needs-network]';
    const forms = [...document.querySelectorAll('form:not([method=dialog]), [data-asks]')];
    const buttons = [
      ...document.querySelectorAll('[data-needs-network] :is(button:not([type=button]), [type=submit])'),
    ];
    return [
      ...forms.filter((one) => !one.closest(silent)),
      ...buttons.filter((one) => !one.getAttribute('aria-description')),
    ].map((one) => one.outerHTML.slice(0, 150));
  });

longDescribe('no button of a form is left without its word while there is no network', () => {
  let shopper: Visit;
  afterAll(() => shopper?.close());

  describe('on any open page', () => {
    beforeAll(async () => {
      shopper = await lookingAround();
    });
    const pages = openRoutes.filter(({ status }) => status < 500).map(({ path }) => path);
    test.each([...pages, '/storelocator', '/contact'])('%s', (path) => lookAt(shopper.page, path));
  });

  describe('on any page of a customer', () => {
    beforeAll(async () => {
      await shopper?.close();
      shopper = await lookingAround();
      await logIn(shopper.page, await register(our.shop));
    });
    test.each(accountRoutes.map(({ path }) => path))('%s', (path) => lookAt(shopper.page, path));

    test('and that is accessible', async () => {
      const { page } = shopper;
      await page.goto('/my-account/profile');
      await awake(page);
      await page.context().setOffline(true);
      await page.locator('main [data-asks][data-needs-network]').first().waitFor();
      await expectAccessible(page);
      await page.context().setOffline(false);
    });
  });
});

async function lookingAround(): Promise<Visit> {
  const shopper = await visit(our.browser, our.shop.origin, { viewport: desktop });
  shopper.expectFault(cut);
  shopper.expectFault(/404/);
  return shopper;
}

long('a button that comes to a form later has its word as well', async () => {
  const { page, close, expectFault } = await visit(our.browser, our.shop.origin);
  expectFault(cut);
  await page.goto('/reset-password');
  await awake(page);
  await page.context().setOffline(true);
  const form = page.locator('main form[data-needs-network]');
  await form.waitFor();
  await form.evaluate((one) => one.append(document.createElement('button')));
  await expect.poll(() => withoutWord(page)).toEqual([]);
  await page.context().setOffline(false);
  await close();
});

test('a form that only the browser would send stays with what was typed, says why, and works again', async () => {
  // Only so many addresses are taken from one machine.
  const own = { extraHTTPHeaders: { 'x-forwarded-for': machine() } };
  const { page, close, expectFault } = await visit(our.browser, our.shop.origin, own);
  const email = newEmail();
  expectFault(cut);
  await page.goto('/pantry');
  await awake(page);
  await page.context().setOffline(true);
  await strip(page).waitFor();
  const field = page.getByRole('contentinfo').getByRole('textbox');
  await field.fill(email);
  await field.press('Enter');
  await page.getByText('What you typed stays here').first().waitFor();
  expect(await field.inputValue()).toBe(email);
  expect(page.url()).toContain('/pantry');
  await page.context().setOffline(false);
  await strip(page).getByText('You are connected again.').waitFor();
  await field.press('Enter');
  await page.waitForURL('**/newsletter');
  await close();
});

test('a forgotten password says its own sentence beside the button before it is tried', async () => {
  const { page, close, expectFault } = await visit(our.browser, our.shop.origin);
  expectFault(cut);
  await page.goto('/reset-password');
  await awake(page);
  await page.context().setOffline(true);
  const form = page.locator(
    'main form[data-needs-network="Reset password feature does not work while offline!"]',
  );
  await form.waitFor();
  expect(await form.getByRole('button').getAttribute('aria-description')).toBe(
    'Reset password feature does not work while offline!',
  );
  await page.context().setOffline(false);
  await close();
});

test.each([
  [
    'on a small phone in Russian in the dark',
    { viewport: { width: 320, height: 640 }, locale: 'ru-RU', colorScheme: 'dark' as const },
  ],
  ['on a wide screen', { viewport: desktop }],
])('strip, words and panel are accessible and fit %s', async (name, options) => {
  const { page, close, expectFault } = await visit(our.browser, our.shop.origin, options);
  expectFault(cut);
  for (const path of ['/pantry', '/reset-password', '/login']) {
    await page.goto(path);
    await awake(page);
    await page.context().setOffline(true);
    await strip(page).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const text = strip(page).getByRole('status');
    expect(
      await text.evaluate(
        (one) =>
          one.getBoundingClientRect().top >= one.closest('div.network-strip')!.getBoundingClientRect().top,
      ),
    ).toBe(true);
    if (process.env.PICTURES) {
      const file = `${process.env.PICTURES}/net${path.replace('/', '-')}-${name.replaceAll(' ', '-')}`;
      await page.screenshot({ path: `${file}.png` });
      await strip(page).getByRole('button').click();
      await page.getByRole('dialog').first().waitFor();
      await page.screenshot({ path: `${file}-panel.png` });
      await page.keyboard.press('Escape');
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.screenshot({ path: `${file}-foot.png` });
    }
    await page.context().setOffline(false);
  }
  await close();
});
