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

/** Browser settings of a test file. */
export interface Settings {
  /**
   * Without pictures the shop renders hardly any and the browser shows none. Use it for tests that do not
   * check pictures; picture errors are then not reported.
   */
  pictures?: boolean;
}

const everywhere = ['--no-sandbox', '--disable-gpu'];

/** Opens Chromium: an installed one, or the one from npm. */
export async function openBrowser({ pictures = true }: Settings = {}): Promise<Browser> {
  const args = [...everywhere, ...(pictures ? [] : [`--blink-settings=${mouse},imagesEnabled=false`])];
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args });
  if (!pictures) withoutPictures.add(browser);
  return browser;
}

/** Playwright's own value; of a repeated switch the last one counts. */
const mouse = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

const withoutPictures = new WeakSet<Browser>();
/** Browser warnings about preloaded pictures when pictures are disabled. */
const aheadInVain =
  /preload for '.*\/img\/.*' is found, but is not used because image loading is disabled|\/img\/.* was preloaded using link preload but not used/;

/** Opens a browser with a profile folder, which a restarted browser finds unchanged. */
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

/**
 * Content security policy violations from now on, in any page, tab or frame of a browser. Each is an error
 * of the shop (T9).
 */
function violationsIn(context: BrowserContext): string[] {
  const violations: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && /content security policy/i.test(message.text()))
      violations.push(`${message.text()} (${message.location().url})`);
  });
  return violations;
}

/** A page that records its errors. */
export interface Visit {
  page: Page;
  /**
   * Fails after a console error or hydration warning, a script error or a failed request. Also fails if the
   * content security policy blocked something, including in another tab of the visitor.
   */
  close(): Promise<void>;
  /** Allows errors that a test causes on purpose, such as a 404. */
  expectConsoleError(pattern: RegExp): void;
}

/**
 * Opens an isolated visitor that shares nothing with other visits. Service workers are off by default:
 * tests do not see the responses of a worker and would wait for its prefetches.
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
  // Pages register no worker if the browser does not support them.
  if (options.serviceWorkers !== 'allow')
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  const violations = violationsIn(context);
  const page = await context.newPage();
  const errors: string[] = [];
  const expected: RegExp[] = withoutPictures.has(browser) ? [aheadInVain] : [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
  return {
    page,
    expectConsoleError: (pattern) => void expected.push(pattern),
    async close() {
      await context.close();
      expect(
        [...errors, ...violations].filter((error) => !expected.some((pattern) => pattern.test(error))),
      ).toEqual([]);
    },
  };
}

/** Passed rules need no report. The shop has no frames or media, so there is nothing to preload. */
const strictly: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  ...{ reporter: 'no-passes', iframes: false, preload: false },
};
const axeCode = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Fails with each rule and element that breaks WCAG 2.2 AA on the current page.
 * @param except a selector of elements to skip
 */
export async function expectAccessible(page: Page, except?: string): Promise<void> {
  // Half a megabyte, loaded once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCode);
  const { violations } = await page.evaluate(
    ([options, exclude]) => (window as unknown as { axe: typeof axe }).axe.run({ exclude }, options),
    [strictly, except ? [except] : []] as const,
  );
  const failures = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
  expect(failures).toEqual([]);
}

/**
 * Waits until React has hydrated the page, including views in separate files, and sends a first mouse
 * event: code for interaction loads then. Until that code is loaded, a pressed button shows that it waits
 * and acts afterwards.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    const isHydrated = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps'));
    return main !== null && [main, ...main.children].every(isHydrated);
  });
  await page.mouse.move(1, 1);
}

/**
 * Waits for scripts that a page loads on its own after all others, by their file names. Playwright reports
 * network idle once per document, which is too early on a busy processor.
 */
export const fetched = (page: Page, ...names: string[]): Promise<void> =>
  page.evaluate((fileNames) => {
    const missing = new Set(fileNames);
    const { promise, resolve } = Promise.withResolvers<void>();
    // Unlike the list of `performance`, the observer also works with a fake clock and never drops entries.
    const observer = new PerformanceObserver((entries) => {
      for (const { name } of entries.getEntries())
        for (const fileName of missing) if (name.includes(`/assets/${fileName}-`)) missing.delete(fileName);
      if (missing.size > 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'resource', buffered: true });
    return promise;
  }, names);

/** Waits until an element has the focus, which is set a moment after the action. */
export const focused = (locator: Locator): Promise<void> =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);

/**
 * Waits until React has hydrated this element. Parts loaded at the first interaction are hydrated later
 * than the page around them; until then a link works as without scripts.
 */
export const alive = (locator: Locator): Promise<void> =>
  expect
    .poll(() =>
      locator.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true);
