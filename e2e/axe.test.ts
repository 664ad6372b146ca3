import { isLong } from '@fynbos/api/testing/long.ts';
import { expect, test } from 'vitest';
import { expectAccessible, hydrated, visit } from './browser.ts';
import { openDemo } from './opened.ts';
import { contentRoutes, openRoutes } from './route-list.ts';

/** Pages of the account are held to the same where somebody is logged in: accounts.test.ts. */

const our = openDemo();

/** The ninth card of a list is made like the first eight. */
const alikes = '#products > li:nth-child(n + 9)';
/** The header of a phone, in pixels. */
const twoRows = 120;

/** As narrow as a page may be, in the language with the longest words. */
const narrow = { viewport: { width: 320, height: 640 }, locale: 'de-DE' };

test.each([
  ['open page', openRoutes],
  ['page of the shop’s own words', contentRoutes],
])(
  'every %s once in the browser: for everybody to use, and without a fault',
  async (_, routes) => {
    const shopper = await visit(our.browser, our.shop.origin, narrow);
    shopper.expectFault(/\/(error|page-not-found|nothing\/at\/all)\b|status of (500|404)/);
    const faults: string[] = [];
    for (const [index, { path }] of routes.entries()) {
      await shopper.page.goto(path);
      await hydrated(shopper.page);
      const heading = shopper.page.getByRole('heading', { level: 1 });
      await heading.or(shopper.page.getByRole('alert')).first().waitFor();
      // Pages of words are alike but for these: in every run one in three is looked at closely.
      if (isLong || routes === openRoutes || index % 3 === 0)
        await expectAccessible(shopper.page, alikes).catch((found: Error) =>
          faults.push(`${path}: ${found.message}`),
        );
      const beyond = await shopper.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const header = await shopper.page.locator('header').first().boundingBox();
      if (header && header.height > twoRows)
        faults.push(`${path}: the header is ${header.height} pixels high`);
      if (beyond > 0) faults.push(`${path}: reaches ${beyond} pixels beyond a narrow screen`);
    }
    expect(faults).toEqual([]);
    await shopper.close();
  },
  300_000,
);
