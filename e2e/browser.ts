import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';
import { chromiumPath } from './chromium.ts';

export const phone = { width: 360, height: 740 };
export const desktop = { width: 1280, height: 900 };

/** How a browser is set by whoever uses it. */
export interface Settings {
  /** Without them the shop makes hardly any and the browser shows none: for those who look at none. What is wrong with them is not seen. */
  pictures?: boolean;
}

const everywhere = ['--no-sandbox', '--disable-gpu'];

/** Opens Chromium: an installed one, or the one that npm brings. */
export async function openBrowser({ pictures = true }: Settings = {}): Promise<Browser> {
  const args = [...everywhere, ...(pictures ? [] : [`--blink-settings=${mouse},imagesEnabled=false`])];
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args });
  if (!pictures) withoutPictures.add(browser);
  return browser;
}

/** As Playwright sets it: of a switch that is there twice the last one counts. */
const mouse = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

const withoutPictures = new WeakSet<Browser>();
/** Said of pictures that a page asks for ahead all the same. */
const aheadInVain =
  /preload for '.*\/img\/.*' is found, but is not used because image loading is disabled|\/img\/.* was preloaded using link preload but not used/;

/** The same with a folder of its own, which a browser that is started again finds as it was left. */
export async function openProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await chromiumPath(),
    args: everywhere,
    ...{ viewport: phone, locale: 'en-US', serviceWorkers: 'block' as const },
    ...options,
  });
  const violations = violationsIn(context);
  const close = context.close.bind(context);
  return Object.assign(context, {
    async close() {
      await close();
      expect(violations).toEqual([]);
    },
  });
}

/** What the content security policy refuses from now on, in any page, tab or frame of a browser: each is a fault of the shop (T9). */
function violationsIn(context: BrowserContext): string[] {
  const found: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && /content security policy/i.test(message.text()))
      found.push(`${message.text()} (${message.location().url})`);
  });
  return found;
}

/** A page that remembers what went wrong in it. */
export interface Visit {
  page: Page;
  /**
   * Fails when the console had an error or a warning of hydration, a script threw, or a request failed; and when the content
   * security policy refused something, in another tab of the visitor too.
   */
  close(): Promise<void>;
  /** Errors that a test brings about on purpose, such as a 404 it asks for. */
  expectFault(pattern: RegExp): void;
}

/**
 * A visitor of their own: nothing is shared with other visits. Without a service worker unless it is asked for: what
 * a worker answers no test hears of, and what it fetches ahead no test waits for.
 */
export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    ...{ baseURL: origin, viewport: phone, locale: 'en-US', serviceWorkers: 'block' as const },
    ...options,
  });
  // Nobody asks for a worker where the browser has none.
  if (options.serviceWorkers !== 'allow')
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  const violations = violationsIn(context);
  const page = await context.newPage();
  const faults: string[] = [];
  const expected: RegExp[] = withoutPictures.has(browser) ? [aheadInVain] : [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      faults.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  return {
    page,
    expectFault: (pattern) => void expected.push(pattern),
    async close() {
      await context.close();
      expect(
        [...faults, ...violations].filter((fault) => !expected.some((pattern) => pattern.test(fault))),
      ).toEqual([]);
    },
  };
}

/** What is right needs no list, and the shop has neither frames nor sounds, which is what would be loaded ahead. */
const strictly: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  ...{ reporter: 'no-passes', iframes: false, preload: false },
};
const axeCode = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Fails with each rule and place where the page as it stands breaks WCAG 2.2 AA.
 *
 * @param except a selector of what need not be looked at
 */
export async function expectAccessible(page: Page, except?: string): Promise<void> {
  // Half a megabyte, read once by each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCode);
  const { violations } = await page.evaluate(
    ([options, exclude]) => (window as unknown as { axe: typeof axe }).axe.run({ exclude }, options),
    [strictly, except ? [except] : []] as const,
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
  expect(found).toEqual([]);
}

/**
 * Waits until React has taken the page over, also where its view is a file of its own, and gives it a first sign of
 * somebody: what only they need comes then. Until it is there a button says that it waits, and is pressed once it is.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    const isTaken = (one: Element) => Object.keys(one).some((key) => key.startsWith('__reactProps'));
    return main !== null && [main, ...main.children].every(isTaken);
  });
  await page.mouse.move(1, 1);
}

/**
 * Waits until scripts are there that a page fetches by itself after all others, by the names of their files. That nothing is
 * asked for, Playwright says once of each document, too early where the processor is busy.
 */
export const fetched = (page: Page, ...names: string[]): Promise<void> =>
  page.evaluate((wanted) => {
    const missing = new Set(wanted);
    const { promise, resolve } = Promise.withResolvers<void>();
    // Unlike the list of `performance` it is there under a clock of the test's own too, and as long as it needs to be.
    const observer = new PerformanceObserver((heard) => {
      for (const { name } of heard.getEntries())
        for (const one of missing) if (name.includes(`/assets/${one}-`)) missing.delete(one);
      if (missing.size > 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'resource', buffered: true });
    return promise;
  }, names);

/** Waits until it has the focus, which comes a moment after what it is given for. */
export const focused = (what: Locator): Promise<void> =>
  expect.poll(() => what.evaluate((one) => one === document.activeElement)).toBe(true);

/**
 * Waits until React has this very part: what comes with the first sign of somebody has it later than the page
 * around it, and a link leads where it leads until then, as without scripts.
 */
export const alive = (what: Locator): Promise<void> =>
  expect
    .poll(() => what.evaluate((one) => Object.keys(one).some((key) => key.startsWith('__reactProps'))))
    .toBe(true);
