import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import type { Page, Request } from '@playwright/test';
import { desktop, hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, test } from '../../fixtures/test.ts';
import { cartHeaders, storedQuantities } from '../../pages/cart.ts';
import { password, putInCart } from '../../pages/checkout.ts';
import { nextClientIp } from '../../pages/customers.ts';

/** A press counts from the first paint on, before any script of the page has run. */

const our = openSharedShop(undefined, { pictures: false });

interface Action {
  name: string;
  path: string;
  /** The accessible name or text of the button begins with this. */
  button: string;
  /** Where the button is. */
  within?: string;
  /** Fills in fields by name, as soon as the button is visible. */
  fields?: Record<string, string>;
  /** Runs before the page is opened. */
  prepare?(page: Page): Promise<void>;
  /** How often the action has happened. */
  count(page: Page, sent: readonly Request[]): number | Promise<number>;
}

async function inCart(page: Page): Promise<number> {
  const headers = await cartHeaders(page);
  const quantities = headers ? await storedQuantities(our.shop.origin, headers) : {};
  return Object.values(quantities).reduce((sum, qty) => sum + qty, 0);
}
const posted = (path: string) => (_page: Page, sent: readonly Request[]) =>
  sent.filter((request) => request.method() === 'POST' && new URL(request.url()).pathname === path).length;
const fillCart = (page: Page) => putInCart(page, 'larder-oats', 2);
const listed = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('current-wishlist') ?? '[]').length as number);
const addToCart = { button: 'Add to cart', count: inCart };

/** The first three are in the short form. */
const actions: readonly Action[] = [
  { ...addToCart, name: 'product', path: '/rooibos-tea' },
  { ...addToCart, name: 'category', path: '/pantry' },
  {
    name: 'cart, one more',
    path: '/cart',
    button: 'One more',
    prepare: fillCart,
    count: async (page) => Math.max(0, (await inCart(page)) - 2),
  },
  {
    name: 'cart, one less',
    path: '/cart',
    button: 'One less',
    prepare: fillCart,
    count: async (page) => 2 - (await inCart(page)),
  },
  {
    name: 'cart, remove',
    path: '/cart',
    button: 'Remove',
    prepare: fillCart,
    count: (page) => page.getByText('Remove this product?').count(),
  },
  {
    name: 'cart, coupon',
    path: '/cart',
    button: 'Apply',
    fields: { code: 'NOSUCHCODE' },
    prepare: fillCart,
    count: posted('/api/cart/apply-coupon'),
  },
  { ...addToCart, name: 'home', path: '/' },
  { ...addToCart, name: 'search', path: '/search?q=tea' },
  { ...addToCart, name: 'brand', path: '/brand/rooikrans' },
  {
    name: 'category, columns',
    path: '/pantry',
    button: '3 columns',
    count: (page) => page.getByRole('button', { name: '3 columns', pressed: true }).count(),
  },
  {
    name: 'wishlist, remove',
    path: '/wishlist',
    button: 'Remove from wishlist',
    async prepare(page) {
      await page.goto('/rooibos-tea');
      await hydrated(page);
      await page.getByRole('main').getByRole('button', { name: 'Add to wishlist' }).first().click();
      await expect.poll(() => listed(page)).toBe(1);
    },
    count: async (page) => 1 - (await listed(page)),
  },
  {
    name: 'login',
    path: '/login',
    button: 'Log in',
    fields: { username: 'nobody@example.co.za', password },
    count: posted('/api/user/login'),
  },
  {
    name: 'registration',
    path: '/register',
    button: 'Create an account',
    count: (page) => page.getByText('Please check these fields').count(),
  },
  {
    name: 'newsletter in the footer',
    path: '/pantry',
    within: 'footer',
    button: 'Subscribe',
    fields: { email: 'nobody@example.co.za' },
    count: posted('/newsletter'),
  },
  {
    name: 'newsletter',
    path: '/newsletter',
    button: 'Subscribe',
    fields: { email: 'nobody@example.co.za' },
    count: posted('/api/newsletter/subscribe'),
  },
  {
    name: 'review',
    path: '/review/TEA-ROOIBOS',
    button: 'Send review',
    count: (page) => page.getByText('Please check these fields').count(),
  },
  {
    name: 'checkout, first step',
    path: '/checkout',
    button: 'Continue',
    fields: { firstname: 'Thandi', lastname: 'Nkosi', email: 'nobody@example.co.za' },
    prepare: fillCart,
    count: (page) => Number(new URL(page.url()).hash === '#shipping'),
  },
];

/** Fills in fields and finds the button, `delay` milliseconds after the first paint. */
const findButton = (page: Page, { button, within = 'main', fields = {} }: Action, delay: number) =>
  page.evaluate(
    async ([name, scope, texts, milliseconds]) => {
      const frame = () => new Promise(requestAnimationFrame);
      const painted = () => performance.getEntriesByName('first-paint')[0]?.startTime;
      const isNamed = (element: Element) =>
        [element.getAttribute('aria-label'), element.textContent].some((text) =>
          text?.trim().startsWith(name),
        );
      const namedButton = () =>
        [...document.querySelectorAll(`${scope} button`)].find(
          (element) => isNamed(element) && element.getClientRects().length > 0,
        );
      let time = painted();
      let element = namedButton();
      while (time === undefined || !element || performance.now() < time + milliseconds) {
        await frame();
        time = painted();
        element = namedButton();
      }
      for (const [field, text] of Object.entries(texts)) {
        const input = document.querySelector<HTMLInputElement>(`${scope} input[name="${field}"]`);
        if (!input) throw new Error(`no field ${field}`);
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    },
    [button, within, fields, delay] as const,
  );

/** @param before runs on the page before it is opened */
async function open(
  { path, prepare }: Action,
  rate: number,
  before?: (page: Page) => Promise<void>,
): Promise<Visit & { sent: Request[] }> {
  const opened = await visit(our.browser, our.shop.origin, {
    viewport: desktop,
    reducedMotion: 'no-preference',
    extraHTTPHeaders: { 'x-forwarded-for': nextClientIp() },
  });
  const { page } = opened;
  // A wrong password or coupon.
  opened.expectConsoleError(/40[0-9]|422|429|preloaded/);
  await prepare?.(page);
  const sent: Request[] = [];
  page.on('request', (request) => sent.push(request));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await before?.(page);
  await page.goto(path, { waitUntil: 'commit' });
  return { ...opened, sent };
}

/** Waits for the action, then until the page is at rest, and counts again. */
async function expectOnce(page: Page, count: () => number | Promise<number>, times = 1): Promise<void> {
  await expect.poll(count).toBe(times);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(await count()).toBe(times);
}

const rates = isLong ? [1, 4] : [1];
const delays = isLong ? [0, 50, 100, 200, 500] : [0];
const tried = isLong ? actions : actions.slice(0, 3);

for (const action of tried)
  test(`a press right after the first paint counts once: ${action.name}`, async () => {
    test.setTimeout(3_600_000);
    const failures: string[] = [];
    let presses = 0;
    for (const rate of rates)
      for (const delay of delays)
        for (let round = 0; round < repetitions(1, 20); round++) {
          const { page, sent, close } = await open(action, rate);
          const { x, y } = await findButton(page, action, delay);
          await page.mouse.click(x, y);
          presses++;
          await expectOnce(page, () => action.count(page, sent)).catch((error: Error) =>
            failures.push(`${delay} ms, ${rate}x: ${error.message}`),
          );
          await close();
        }
    test.info().annotations.push({ type: 'presses', description: String(presses) });
    expect(failures, `${failures.length} of ${presses}`).toEqual([]);
  });

test('each of two quick presses before hydration counts, and the button shows that it was pressed', async () => {
  const action = actions[0]!;
  const { promise: arrived, resolve: letArrive } = Promise.withResolvers<void>();
  const { page, sent } = await open(action, 1, async (scripts) => {
    await scripts.route('**/assets/*.js', (route) => arrived.then(() => route.continue()));
  });
  const { x, y } = await findButton(page, action, 0);
  await page.mouse.click(x, y, { clickCount: 2 });
  await page.locator('main button[aria-busy=true]').waitFor();
  letArrive();
  await expectOnce(page, () => action.count(page, sent), 2);
});
