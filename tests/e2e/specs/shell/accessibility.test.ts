import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { expect, test } from 'vitest';
import { expectAccessible, hydrated, visit } from '../../fixtures/browser.ts';
import { contentRoutes, openRoutes } from '../../fixtures/route-list.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';

/** Account pages have the same check with a logged-in customer: accounts.test.ts. */

const our = openDemo();

/** All cards after the eighth are built like the first eight. */
const alikes = '#products > li:nth-child(n + 9)';
/** Maximum height of the header on a phone, in pixels. */
const twoRows = 120;

/** The narrowest supported page, in the language with the longest text. */
const narrow = { viewport: { width: 320, height: 640 }, locale: 'de-DE' };

test.each([
  ['open page', openRoutes],
  ['page of the shop’s own words', contentRoutes],
])(
  'every %s is accessible and free of errors in the browser',
  async (_, routes) => {
    const shopper = await visit(our.browser, our.shop.origin, narrow);
    shopper.expectConsoleError(/\/(error|page-not-found|nothing\/at\/all)\b|status of (500|404)/);
    const problems: string[] = [];
    for (const [index, { path }] of routes.entries()) {
      await shopper.page.goto(path);
      await hydrated(shopper.page);
      const heading = shopper.page.getByRole('heading', { level: 1 });
      await heading.or(shopper.page.getByRole('alert')).first().waitFor();
      // Content pages share one layout, so every normal run checks one in three with axe.
      if (isLong || routes === openRoutes || index % 3 === 0)
        await expectAccessible(shopper.page, alikes).catch((error: Error) =>
          problems.push(`${path}: ${error.message}`),
        );
      const beyond = await shopper.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const header = await shopper.page.locator('header').first().boundingBox();
      if (header && header.height > twoRows)
        problems.push(`${path}: the header is ${header.height} pixels high`);
      if (beyond > 0) problems.push(`${path}: extends ${beyond} pixels beyond a narrow screen`);
    }
    expect(problems).toEqual([]);
    await shopper.close();
  },
  300_000,
);
