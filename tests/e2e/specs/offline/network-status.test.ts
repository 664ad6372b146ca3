import type { Page, Request } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { desktop, focused, hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { accountRoutes, openRoutes } from '../../fixtures/route-list.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { newEmail, nextClientIp, register, startSession } from '../../pages/customers.ts';

const our = openDemo({ pictures: false });

/** Browser messages about failed requests. */
const cut =
  /ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED|NETWORK_CHANGED)|Failed to (load|fetch)|Content-Security/;

const strip = (page: Page) => page.locator('div.network-strip');

/** Waits until the network strip is loaded and listens. */
async function awake(page: Page): Promise<void> {
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.locator('html[data-strip]').waitFor();
}

/** Waits until the page has received every earlier response. */
const allReceived = (page: Page) => page.evaluate(async () => (await fetch('/favicon.svg')).text());

test('one line reports a lost network without layout shift, and its return', async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
  expectConsoleError(cut);
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
});

test('a panel lists available and unavailable features, by keyboard', async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
  expectConsoleError(cut);
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
  // The button that opened the panel stays for the focus although the network is back.
  await page.keyboard.press('Enter');
  await panel.waitFor();
  await page.context().setOffline(false);
  await panel.getByText('Everything works.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await focused(opener);
  await page.keyboard.press('Tab');
  await opener.waitFor({ state: 'detached' });
});

for (const [title, cutOff] of [
  [
    'a network that is connected and dead',
    (page: Page) => page.route('**/api/**', (route) => route.abort('connectionfailed')),
  ],
  [
    'a captive portal that responds for the shop',
    (page: Page) =>
      page.route('**/api/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Pay for the network</h1>' }),
      ),
  ],
] as const)
  test(`${title} is reported as an unreachable shop until the shop responds`, async () => {
    const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
    expectConsoleError(cut);
    await page.clock.install();
    await page.goto('/rooibos-tea');
    await awake(page);
    await cutOff(page);
    // A browser that reconnects to such a network reports that it is online.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await strip(page).getByText('Connected, but the shop is not responding. We keep trying.').waitFor();
    await strip(page).getByRole('button', { name: 'What works now' }).click();
    const retryButton = page.getByRole('button', { name: 'Check connection' });
    await retryButton.waitFor();
    // The clock is paused, so only the click sends a request.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
    await allReceived(page);
    const isOver = (request: Request) => request.url().includes('/api/health');
    const healthChecked = Promise.race([
      page.waitForEvent('requestfinished', isOver),
      page.waitForEvent('requestfailed', isOver),
    ]);
    await retryButton.click();
    await healthChecked;
    // The next polling interval starts only now.
    await allReceived(page);
    await page.unroute('**/api/**');
    await page.clock.fastForward(60_000);
    await page.clock.resume();
    await strip(page).getByText('You are connected again.').waitFor();
  });

test('an online event of the browser triggers a health check at once', { tag: '@stress' }, async () => {
  const low = { extraHTTPHeaders: { 'save-data': 'on' } };
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin, low);
  expectConsoleError(cut);
  await page.goto('/rooibos-tea');
  await awake(page);
  await page.route('**/api/**', (route) => route.abort('connectionfailed'));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await strip(page).getByText('Connected, but the shop is not responding.').waitFor();
  await page.unroute('**/api/**');
  // The regular interval is fifteen seconds.
  const healthCheck = page.waitForResponse('**/api/health*', { timeout: 10_000 });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await healthCheck;
});

test('a failed page request is detected too, and the shop is found again automatically', {
  tag: '@stress',
}, async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
  expectConsoleError(cut);
  await page.goto('/pantry');
  await awake(page);
  await page.route(/\.data|\/api\//, (route) => route.abort('connectionfailed'));
  await page.locator('main article h3 a').nth(3).click();
  await strip(page).getByText('Connected, but the shop is not responding').waitFor();
  await page.unroute(/\.data|\/api\//);
  await strip(page).getByText('You are connected again.').waitFor();
});

/** Goes offline on a page, checks its forms and goes online. */
async function checkOffline(page: Page, path: string): Promise<void> {
  // An earlier page may have failed while offline.
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

/** Forms without an offline explanation, and their submit buttons without an accessible description. */
const withoutWord = (page: Page) =>
  page.evaluate(() => {
    const silent = '[data-offline="works"], [data-offline="own"], [data-needs-network]';
    const forms = [...document.querySelectorAll('form:not([method=dialog]), [data-asks]')];
    const buttons = [
      ...document.querySelectorAll('[data-needs-network] :is(button:not([type=button]), [type=submit])'),
    ];
    return [
      ...forms.filter((form) => !form.closest(silent)),
      ...buttons.filter((button) => !button.getAttribute('aria-description')),
    ].map((element) => element.outerHTML.slice(0, 150));
  });

test.describe('every form button explains itself while offline', { tag: '@stress' }, () => {
  let shopper: Visit;
  test.afterAll(() => shopper?.close());

  test.describe('on every public page', () => {
    test.beforeAll(async () => {
      shopper = await openVisit();
    });
    const pages = openRoutes.filter(({ status }) => status < 500).map(({ path }) => path);
    for (const path of [...pages, '/storelocator', '/contact'])
      test(`${path}`, () => checkOffline(shopper.page, path));
  });

  test.describe('on every account page', () => {
    test.beforeAll(async () => {
      await shopper?.close();
      shopper = await openVisit();
      await startSession(shopper.page, await register(our.shop));
    });
    for (const path of accountRoutes.map(({ path }) => path))
      test(`${path}`, () => checkOffline(shopper.page, path));

    test('the explanations are accessible', async () => {
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

async function openVisit(): Promise<Visit> {
  const shopper = await visit(our.browser, our.shop.origin, { viewport: desktop });
  shopper.expectConsoleError(cut);
  shopper.expectConsoleError(/404/);
  return shopper;
}

test('a button added to a form later gets its explanation too', { tag: '@stress' }, async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
  expectConsoleError(cut);
  await page.goto('/reset-password');
  await awake(page);
  await page.context().setOffline(true);
  const form = page.locator('main form[data-needs-network]');
  await form.waitFor();
  await form.evaluate((element) => element.append(document.createElement('button')));
  await expect.poll(() => withoutWord(page)).toEqual([]);
  await page.context().setOffline(false);
});

test('a form sent by the browser itself is held back offline with its input, explains why, and works again later', async () => {
  // Subscriptions per client IP are limited.
  const clientHeaders = { extraHTTPHeaders: { 'x-forwarded-for': nextClientIp() } };
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin, clientHeaders);
  const email = newEmail();
  expectConsoleError(cut);
  await page.goto('/pantry');
  await awake(page);
  await page.context().setOffline(true);
  await strip(page).waitFor();
  const field = page.getByRole('contentinfo').getByRole('textbox');
  await field.fill(email);
  await field.press('Enter');
  await page.getByText('Your text stays here').first().waitFor();
  expect(await field.inputValue()).toBe(email);
  expect(page.url()).toContain('/pantry');
  await page.context().setOffline(false);
  await strip(page).getByText('You are connected again.').waitFor();
  await field.press('Enter');
  await page.waitForURL('**/newsletter');
});

test('the password reset shows its own offline message beside the button before it is clicked', async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
  expectConsoleError(cut);
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
});

for (const [name, options] of [
  [
    'on a small phone in Russian in the dark',
    { viewport: { width: 320, height: 640 }, locale: 'ru-RU', colorScheme: 'dark' as const },
  ],
  ['on a wide screen', { viewport: desktop }],
] as const)
  test(`network strip, texts and panel are accessible and fit ${name}`, async () => {
    const { page, expectConsoleError } = await visit(our.browser, our.shop.origin, options);
    expectConsoleError(cut);
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
          (element) =>
            element.getBoundingClientRect().top >=
            element.closest('div.network-strip')!.getBoundingClientRect().top,
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
  });
