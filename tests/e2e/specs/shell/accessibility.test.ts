import { expectAccessible } from '../../fixtures/axe.ts';
import { hydrated, visit } from '../../fixtures/browser.ts';
import { contentRoutes, openRoutes } from '../../fixtures/route-list.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Account pages have the same check with a logged-in customer: accounts.test.ts. */

const our = openDemo();

/** Maximum height of the header on a phone, in pixels. */
const twoRows = 120;

/** The narrowest supported page, in the language with the longest text. */
const narrow = { viewport: { width: 320, height: 640 }, locale: 'de-DE' };

for (const [_, routes] of [
  ['open page', openRoutes],
  ['page of the shop’s own words', contentRoutes],
] as const)
  test(`every ${_} is accessible and free of errors in the browser`, async () => {
    test.setTimeout(300_000);
    const shopper = await visit(our.browser, our.shop.origin, narrow);
    shopper.expectConsoleError(
      /\/(error|order\/payment|confirm-email|page-not-found|nothing\/at\/all)\b|status of (500|404|400)/,
    );
    const problems: string[] = [];
    for (const [index, { path }] of routes.entries()) {
      // Content pages share one layout, so a normal run opens one in three.
      if (!isLong && routes === contentRoutes && index % 3 !== 0) continue;
      await shopper.page.goto(path);
      await hydrated(shopper.page);
      const heading = shopper.page.getByRole('heading', { level: 1 });
      await heading.or(shopper.page.getByRole('alert')).first().waitFor();
      await expectAccessible(shopper.page).catch((error: Error) =>
        problems.push(`${path}: ${error.message}`),
      );
      const beyond = await shopper.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const header = await shopper.page.locator('header').first().boundingBox();
      if (header && header.height > twoRows)
        problems.push(`${path}: the header is ${header.height} pixels high`);
      if (beyond > 0) problems.push(`${path}: extends ${beyond} pixels beyond a narrow screen`);
    }
    expect(problems).toEqual([]);
  });
