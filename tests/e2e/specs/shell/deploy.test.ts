import type { Locator, Page } from '@playwright/test';
import { hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { type NetworkProxy, openNetworkProxy } from '../../fixtures/fault-proxy.ts';
import { openNextBuild } from '../../fixtures/next-build.ts';
import type { OlderPages } from '../../fixtures/previous-build.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { countAt, openPage } from '../../pages/cart.ts';
import {
  acceptTerms,
  field,
  fillPersonalDetails,
  main,
  placeButton,
  putInCart,
  thanked,
  throughSteps,
} from '../../pages/checkout.ts';
import { newEmail } from '../../pages/customers.ts';
import { lostCalls } from '../../pages/offline-orders.ts';
import { choosePayment, payButton, toPaymentStep } from '../../pages/payment.ts';
import { settled, visitWithWorker } from '../../pages/service-worker.ts';

let proxy: NetworkProxy;
let next: OlderPages;
let shopper: Visit;
let page: Page;

const our = openSharedShop(undefined, { pictures: false });
test.beforeAll(async () => {
  next = await openNextBuild(our.shop.origin);
  proxy = await openNetworkProxy(our.shop.origin);
});
test.afterAll(async () => {
  await proxy?.close();
  await next?.close();
});
test.beforeEach(async () => {
  proxy.reset();
  shopper = await visit(our.browser, proxy.origin);
  shopper.expectConsoleError(
    /404|Failed to fetch dynamically|error loading|loading route module|cannot be loaded/i,
  );
  ({ page } = shopper);
});

const isOfApi = (url: string) => /^\/(api|img|graphql)\b/.test(url);

/** Replaces the build behind the proxy; no file of the previous one is served any more. */
const deploy = () => {
  proxy.instead = ({ url = '' }) => (isOfApi(url) ? undefined : next.origin);
};

const offer = () => page.getByRole('button', { name: 'Reload now' });

/** Waits for the result of an action, and accepts the offer to reload if there is one. */
async function reach(result: Locator): Promise<void> {
  await result.or(offer()).first().waitFor();
  if (await offer().isVisible()) {
    // A navigation that is under way may take the offer away.
    await Promise.race([offer().click(), result.waitFor()]);
    await offer().waitFor({ state: 'detached' });
  }
  await result.waitFor();
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const add = () => main(page).getByRole('button', { name: 'Add to cart', exact: true });

/** Sets a marker that a reload removes. */
const mark = () => page.evaluate(() => Object.assign(window, { mark: true }).mark);
const isMarked = () => page.evaluate(() => (window as { mark?: true }).mark === true);

/** Whether the document comes from the new build. */
const isNew = async () => {
  const scripts = await page
    .locator('link[rel=modulepreload]')
    .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  const response = await page.request.get(scripts[0]!);
  return response.ok();
};

test.describe('a tab that was opened before a deploy, without cached code', () => {
  test('opens a category with the first tap', async () => {
    await page.goto('/search?q=tea');
    await hydrated(page);
    deploy();
    await page.getByRole('contentinfo').getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname !== '/search');
    await expect.poll(isNew).toBe(true);
  });

  test('adds to the cart on a product page, with the typed quantity', async () => {
    await page.goto('/larder-oats');
    await hydrated(page);
    deploy();
    await main(page).getByRole('textbox', { name: 'Quantity', exact: true }).fill('3');
    await add().click();
    await reach(main(page).getByText('It is in your cart.'));
    await expect.poll(() => countAt(page)).toBe(3);
  });

  test('adds to the cart on a product page whose buttons are loaded already', async () => {
    await openPage(page, '/larder-oats');
    await add().waitFor();
    deploy();
    await add().click();
    await reach(main(page).getByText('It is in your cart.'));
    await expect.poll(() => countAt(page)).toBe(1);
    // The press was repeated once.
    await page.reload();
    await hydrated(page);
    await expect.poll(() => countAt(page)).toBe(1);
  });

  test('adds to the cart in a list', async () => {
    await page.goto('/larder');
    await hydrated(page);
    deploy();
    await main(page)
      .getByRole('button', { name: /^Add to cart: / })
      .first()
      .click();
    await reach(
      main(page)
        .getByRole('textbox', { name: /^Quantity/ })
        .first(),
    );
    await expect.poll(() => countAt(page)).toBe(1);
  });

  test('opens a product of a list', async () => {
    await page.goto('/search?q=rooibos');
    await hydrated(page);
    deploy();
    const link = main(page).getByRole('article').first().getByRole('link').first();
    const missed = page.waitForEvent('console', (message) => /loading route module/.test(message.text()));
    await mark();
    await link.hover();
    await missed;
    expect(await isMarked()).toBe(true);
    await link.click();
    await reach(add());
    expect(await isNew()).toBe(true);
  });

  test('opens a product of a list in a browser that cannot prevent a reload', async () => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
    await page.goto('/search?q=rooibos');
    await hydrated(page);
    expect(await page.evaluate(() => 'navigation' in window)).toBe(false);
    deploy();
    const link = main(page).getByRole('article').first().getByRole('link').first();
    const href = await link.getAttribute('href');
    await link.dispatchEvent('click');
    await page.waitForURL((url) => url.pathname === href);
    await reach(add());
    expect(await isNew()).toBe(true);
  });

  test('searches', async () => {
    await page.goto('/larder-oats');
    await hydrated(page);
    deploy();
    await page.getByRole('banner').getByRole('textbox', { name: 'Search' }).click();
    await reach(page.getByRole('combobox').first());
  });

  test('goes from the cart to the checkout', async () => {
    await putInCart(page, 'larder-oats');
    await page.goto('/cart');
    await hydrated(page);
    const link = main(page)
      .getByRole('link', { name: /checkout/i })
      .first();
    await link.waitFor();
    deploy();
    await link.click();
    await reach(heading('Checkout'));
  });

  test('opens the login', async () => {
    await page.goto('/larder');
    await hydrated(page);
    deploy();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^(My account|Log in)/ })
      .first()
      .click();
    await reach(field(page, 'E-mail address'));
  });

  test('keeps what was typed in the checkout', async () => {
    await putInCart(page, 'larder-oats');
    await page.goto('/checkout');
    await hydrated(page);
    deploy();
    await fillPersonalDetails(page, newEmail());
    await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
    await reach(field(page, 'Street and number'));
    await page.getByRole('region', { name: 'Personal details' }).getByText('Thandi').first().waitFor();
  });

  test('places an order', async () => {
    await putInCart(page, 'larder-oats');
    await throughSteps(page, newEmail());
    await acceptTerms(page);
    deploy();
    await placeButton(page).click();
    await reach(page.getByRole('heading', { name: 'Thank you for your order!' }));
    await thanked(page);
  });

  test('pays', async () => {
    await toPaymentStep(page, newEmail());
    await choosePayment(page, 'local-a');
    await acceptTerms(page);
    deploy();
    await payButton(page).click();
    await reach(page.getByRole('button', { name: 'Pay', exact: true }));
  });
});

test('a tab that cannot reach the shop does not claim an update, and adds to the cart later', async () => {
  shopper.expectConsoleError(lostCalls);
  await page.goto('/larder-oats');
  await hydrated(page);
  const asked: (string | undefined)[] = [];
  proxy.only = ({ method }) => {
    asked.push(method);
    return 'gone';
  };
  await add().click();
  await expect.poll(() => asked).toContain('HEAD');
  await main(page).locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  expect(await offer().isVisible()).toBe(false);
  proxy.only = () => undefined;
  await add().click();
  await reach(main(page).getByText('It is in your cart.'));
  await expect.poll(() => countAt(page)).toBe(1);
});

test('a tab with a worker goes on with the code of its version', async () => {
  await shopper.close();
  shopper = await visitWithWorker(our.browser, proxy.origin);
  ({ page } = shopper);
  await openPage(page, '/larder-oats');
  await settled(page);
  deploy();
  await add().click();
  await main(page).getByText('It is in your cart.').waitFor();
  await expect.poll(() => countAt(page)).toBe(1);
  expect(await offer().isVisible()).toBe(false);
});

test('processes of two builds with one data folder serve tabs of both versions during a rolling restart', async () => {
  const second = await openNextBuild(our.shop.origin, { FYNBOS_DATA: our.shop.data });
  try {
    await page.goto('/larder-oats');
    await hydrated(page);
    const missing: string[] = [];
    page.on('response', (response) => response.status() === 404 && missing.push(response.url()));
    let count = 0;
    proxy.instead = ({ url = '' }) => (!isOfApi(url) && count++ % 2 ? second.origin : undefined);
    await add().click();
    await main(page).getByText('It is in your cart.').waitFor();
    for (const newer of [true, false]) {
      count = newer ? 1 : 0;
      await page.goto('/larder');
      await hydrated(page);
      await main(page)
        .getByRole('link', { name: /Larder Tea/ })
        .first()
        .click();
      await heading('Larder Tea').waitFor();
      await add().click();
      await main(page).getByText('It is in your cart.').waitFor();
    }
    await expect.poll(() => countAt(page)).toBe(3);
    expect(missing).toEqual([]);
    expect(await offer().isVisible()).toBe(false);
  } finally {
    await second.close();
  }
});
