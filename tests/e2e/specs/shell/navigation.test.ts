import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, desktop, hydrated, scriptPath, type Visit, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

let shopper: Visit;
let page: Page;

const our = openSharedShop(undefined, { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { reducedMotion: 'no-preference' });
  page = shopper.page;
});
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const categories = () => page.getByRole('navigation', { name: 'All categories' });
const category = (name: string) => categories().getByRole('link', { name, exact: true }).first();

/** Follows a link with client navigation; before it is hydrated, the link would load a new document. */
async function goTo(name: string) {
  await alive(category(name));
  await category(name).click();
}

const scrolled = () => page.evaluate(() => Math.round(scrollY));

async function open(path: string) {
  const response = await page.goto(path);
  await hydrated(page);
  return response;
}

test.describe('the navigation guard (NAV-1, spec accounts 2.3)', () => {
  test('navigation goes to the last clicked link while another page is loading', async () => {
    await page.setViewportSize(desktop);
    await open('/pantry');
    const held = Promise.withResolvers<void>();
    await page.route('**/drinks.data*', async (route) => {
      await held.promise;
      await route.continue().catch(() => {});
    });
    await goTo('Drinks');
    await page.locator('.page-progress').waitFor();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /home page/ })
      .click();
    await page.waitForURL(`${our.shop.origin}/`);
    held.resolve();
    await page.getByRole('heading', { name: 'Specials' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('a page is found by path and query, and an unknown address is a 404', async () => {
    shopper.expectConsoleError(/404/);
    for (const [path, status] of [
      ['/rooibos-tea', 200],
      ['/rooibos-tea?childSku=NO-SUCH', 200],
      ['/no/such/thing', 404],
      ['/page-not-found', 404],
      [`/${'x'.repeat(2100)}`, 404],
    ] as const)
      expect([path.slice(0, 40), (await page.goto(path))?.status()]).toEqual([path.slice(0, 40), status]);
    expect(await page.locator('[data-page=page-not-found]').count()).toBe(1);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    await expectAccessible(page);
    await expect.poll(() => our.shop.log()).toContain('No mapping found');
    expect(await our.shop.log()).not.toContain('/no/such/thing?');
  });

  test('navigation replaces the history entry for the same address, and adds one for another', async () => {
    await page.setViewportSize(desktop);
    await open('/pantry');
    const before = await page.evaluate(() => history.length);
    await goTo('Pantry');
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => history.length)).toBe(before);
    await goTo('Drinks');
    await heading('Drinks').waitFor();
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    await page.goBack();
    await heading('Pantry').waitFor();
    await page.goForward();
    await heading('Drinks').waitFor();
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
  });

  test('navigation follows only paths of the shop', async () => {
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      expect(await page.content()).not.toContain('href="https://evil.example');
      expect(new URL(page.url()).origin).toBe(our.shop.origin);
    }
    const language = await fetch(`${our.shop.origin}/language`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: our.shop.origin },
      body: new URLSearchParams({ locale: 'de-DE', back: '//evil.example/' }),
    });
    expect(language.headers.get('location')).toBe('/');
  });
});

test.describe('scroll position (NAV-2, spec accounts 2.4)', () => {
  test('a new page starts at the top, and back restores the position', { tag: '@journey' }, async () => {
    await open('/pantry');
    await page.evaluate(() => scrollTo(0, 900));
    const place = await scrolled();
    expect(place).toBeGreaterThan(500);
    const card = page.locator('#products article').nth(6).getByRole('link').first();
    await alive(card);
    await card.evaluate((link: HTMLElement) => link.click());
    await page.waitForURL((url) => url.pathname !== '/pantry');
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await page.waitForURL('**/pantry');
    await expect.poll(scrolled).toBe(place);
  });

  test('the position stays when only the query changes', async () => {
    await open('/pantry');
    await page.evaluate(() => scrollTo(0, 300));
    const place = await scrolled();
    const filter = page.locator('a[href*="product_brand="]').first();
    await alive(filter);
    await filter.evaluate((link: HTMLElement) => link.click());
    await page.waitForURL(/product_brand=/);
    await page.getByRole('list', { name: 'Chosen filters' }).waitFor();
    // The chosen filters take a line of their own, and the list is shorter.
    expect(await scrolled()).toBeGreaterThan(place - 100);
  });

  test('a hash scrolls to its element', async () => {
    await open('/pantry#products');
    await expect.poll(scrolled).toBeGreaterThan(0);
    const top = () => page.locator('#products').evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(300);
  });
});

test.describe('layouts (NAV-2, spec accounts 2.2)', () => {
  test('the layout is default, empty at the checkout, and minimal for /error', async () => {
    shopper.expectConsoleError(/500/);
    await page.goto('/pantry');
    expect(await page.getByRole('contentinfo').getByRole('link').count()).toBeGreaterThan(3);
    await page.goto('/error');
    expect(await page.getByRole('contentinfo').count()).toBe(0);
    expect(await page.getByRole('banner').getByRole('link').count()).toBe(1);
    expect(await page.getByRole('main').textContent()).toContain('Internal Server Error 500');
    await expectAccessible(page);
  });
});

test.describe('panels (UI-1, spec accounts 4.5)', () => {
  test('one modal panel is open at a time, makes the page behind it inert, and closes on navigation', async () => {
    await open('/pantry');
    await page.getByRole('button', { name: 'Categories', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('dialog:modal').length)).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.querySelectorAll('dialog:modal').length)).toBe(0);
    await page.getByRole('button', { name: 'Categories', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Drinks', exact: true }).click();
    await heading('Drinks').waitFor();
    await expect.poll(() => page.evaluate(() => document.querySelectorAll('dialog:modal').length)).toBe(0);
  });

  test('the close button of a panel closes it once', async () => {
    await open('/');
    await page.locator('.bottom-nav').getByRole('button', { name: 'Categories' }).click();
    const panel = page.locator('dialog[open]');
    await panel.waitFor();
    await panel.evaluate((dialog: HTMLDialogElement) => {
      // The browser closes it, so a call of the scripts would be a second one.
      dialog.close = () => dialog.setAttribute('data-closed-by', 'scripts');
    });
    const id = await panel.getAttribute('id');
    await panel.getByRole('button', { name: /^Close/ }).click();
    await expect(panel).toHaveCount(0);
    expect(await page.locator(`#${id}`).getAttribute('data-closed-by')).toBeNull();
  });

  test('a closed menu level is removed after 300 ms', async () => {
    await page.clock.install();
    await open('/pantry');
    await page.getByRole('button', { name: 'Categories', exact: true }).click();
    await page.locator('#below-pantry').click();
    const level = page.getByRole('dialog').getByText('All in Pantry');
    await level.waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('dialog').getByRole('button', { name: /Back/ }).click();
    await page.clock.runFor(299);
    expect(await level.count()).toBe(1);
    await page.clock.runFor(2);
    await level.waitFor({ state: 'detached' });
  });

  test('lists have four columns until another number is chosen, which also applies to the next list', async () => {
    await page.setViewportSize(desktop);
    await open('/pantry');
    const chosen = () =>
      page.getByRole('button', { name: /columns$/, pressed: true }).getAttribute('aria-label');
    await expect.poll(chosen).toBe('4 columns');
    await page.getByRole('button', { name: '6 columns' }).click();
    await expect.poll(chosen).toBe('6 columns');
    await goTo('Drinks');
    await heading('Drinks').waitFor();
    await expect.poll(chosen).toBe('6 columns');
  });
});

test.describe('notifications (UI-2, spec D27)', () => {
  const notices = () => page.getByRole('region', { name: 'Notifications' });

  test('a notification closes after its time but not while hovered, is announced once, and stays in the list of earlier ones', async () => {
    await page.clock.install();
    await open('/rooibos-tea');
    const add = page.getByRole('button', { name: 'Add to wishlist' }).first();
    await add.click();
    const notice = notices()
      .getByText(/has been added to wishlist!/)
      .last();
    await notice.waitFor();
    await notice.hover();
    await page.clock.runFor(10_000);
    expect(await notice.isVisible()).toBe(true);
    await page.mouse.move(1, 1);
    await page.clock.runFor(3_100);
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Earlier notifications/ }).click();
    await page
      .locator('[popover]')
      .getByText(/has been added to wishlist!/)
      .waitFor();
    // The open list covers links of the page.
    await expectAccessible(page, '[href$=wishlist]');
  });

  test('notifications work when their styled component cannot be loaded', async () => {
    shopper.expectConsoleError(/ERR_FAILED|Failed to fetch/);
    await page.clock.install();
    await open('/rooibos-tea');
    await page.route(`**${scriptPath('notice-card')}`, (route) => route.abort());
    await page.getByRole('button', { name: 'Add to wishlist' }).first().click();
    // The notice of the missing part may already stand beside it.
    await notices().getByRole('button', { name: 'Close' }).first().waitFor();
    expect(await notices().textContent()).toMatch(/^Success: .*has been added to wishlist!/);
    expect(await notices().locator('svg').count()).toBe(0);
    await page.clock.runFor(3_100);
    await expect
      .poll(() =>
        notices()
          .getByText(/has been added to wishlist!/)
          .count(),
      )
      .toBe(0);
    // The missing part is offered with a reload, which stays.
    await notices().getByRole('button', { name: 'Reload now' }).waitFor();
  });

  /** Opens a page whose data and error view fail to load. */
  async function openWithoutErrorView() {
    shopper.expectConsoleError(/ERR_FAILED|Failed to fetch|500/);
    await open('/pantry');
    await page.route(`**${scriptPath('problem-view')}`, (route) => route.abort());
    await page.route('**/pantry.data*', (route) => route.fulfill({ status: 500, body: '' }));
    const filter = page.locator('a[href*="product_brand="]').first();
    const path = await filter.getAttribute('href');
    await alive(filter);
    await filter.evaluate((link: HTMLElement) => link.click());
    return path;
  }

  test('a page whose data and error view fail to load offers a retry with its query', async () => {
    // The shop is unreachable: it may have no newer version.
    await page.route('/', (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.fallback(),
    );
    const path = await openWithoutErrorView();
    const retryLink = page.getByRole('link', { name: 'Try again' });
    await retryLink.waitFor();
    expect(await retryLink.getAttribute('href')).toBe(path);
  });

  test('a page whose data and error view fail to load is loaded again from a shop that is reachable', async () => {
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).search);
    });
    await openWithoutErrorView();
    await expect.poll(() => documents).toEqual(['', expect.stringContaining('product_brand=')]);
    await heading('Pantry').waitFor();
  });

  test('a page whose data fail to load is also reported by a notice with OK, which goes with the page', async () => {
    shopper.expectConsoleError(/Failed to fetch|500/);
    const { page } = shopper;
    await open('/pantry');
    await page.route('**/pantry.data*', (route) => route.fulfill({ status: 500, body: '' }));
    const filter = page.locator('a[href*="product_brand="]').first();
    await alive(filter);
    await filter.evaluate((link: HTMLElement) => link.click());
    await page.getByRole('link', { name: 'Try again' }).waitFor();
    const message = 'Something went wrong, try again in a few seconds';
    await page.getByRole('main').getByText(message).waitFor();
    await notices().getByText(message).waitFor();
    await notices().getByRole('button', { name: 'OK' }).waitFor();
    await page.unroute('**/pantry.data*');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pantry' }).waitFor();
    await expect(notices().getByText(message)).toHaveCount(0);
  });

  test('an unreachable list shows a notice offline, and redirects to the home page', async () => {
    shopper.expectConsoleError(
      /ERR_INTERNET_DISCONNECTED|Failed to fetch|loading route module|Failed to load/,
    );
    await page.setViewportSize(desktop);
    await open('/pantry');
    // Code that loads at the first interaction is not requested while offline.
    await alive(page.getByRole('main').getByRole('button', { name: 'Add to wishlist' }).first());
    await alive(category('Pantry'));
    await page.waitForLoadState('networkidle');
    await page
      .getByRole('banner')
      .getByRole('link', { name: /home page/ })
      .click();
    await page.getByRole('heading', { name: 'Specials' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline, some features may be unavailable.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Drinks' }).first().click();
    const notice = notices().getByText(
      'The product, category or CMS page is not available in Offline mode. Redirecting to Home.',
    );
    await notice.last().waitFor();
    await page.waitForURL(`${our.shop.origin}/`);
    await page.getByRole('heading', { name: 'Specials' }).waitFor();
    await notices().getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => notice.count()).toBe(0);
    // The styled component and the list of earlier notices load when the network is back.
    expect(await page.getByRole('button', { name: /Earlier notifications/ }).count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: /Earlier notifications/ }).waitFor();
    await page.getByRole('button', { name: 'Add to wishlist' }).first().click();
    await notices().locator('svg').first().waitFor();
  });

  test('a login that fails without a rejection suggests checking the network', async () => {
    shopper.expectConsoleError(/ERR_|502|500/);
    await open('/login');
    await page.route('**/api/user/login*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.getByLabel('E-mail address').fill('thandi@example.com');
    await page.getByLabel('Password', { exact: true }).fill('four words in a row');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page
      .getByRole('alert')
      .getByText('Unexpected authorization error. Please check your network connection.')
      .waitFor();
    await page.goto('/reset-password');
    await hydrated(page);
    await page.route('**/api/user/reset-password*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"code":500,"result":"","meta":{"problem":"internal"}}',
      }),
    );
    await page.getByRole('main').getByLabel('E-mail address').fill('thandi@example.com');
    await page.getByRole('main').getByRole('button', { name: 'Send the e-mail' }).click();
    await page.getByRole('alert').getByText('Error while sending the reset password email').waitFor();
  });
});

test('messages that cannot be loaded are logged', async () => {
  shopper.expectConsoleError(/ERR_FAILED|cannot be loaded|Failed to fetch|error loading/);
  await page.route('**/assets/*-en-US-*.js', (route) => route.abort());
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('Messages in en-US cannot be loaded: '),
  );
  await page.goto('/');
  expect((await logged).type()).toBe('warning');
});
