import { desktop, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

const our = openDemo({ pictures: false });

test('the name of the shop looks the same in every script, theme and with low data', async () => {
  const shapes = new Set<string>();
  for (const options of [
    { locale: 'en-ZA' },
    { locale: 'ru-RU' },
    { locale: 'ja-JP', colorScheme: 'dark' as const },
    { locale: 'ru-RU', extraHTTPHeaders: { 'save-data': 'on' } },
  ]) {
    const { page } = await visit(our.browser, our.shop.origin, { viewport: desktop, ...options });
    await page.goto('/');
    const mark = page.getByRole('contentinfo').getByRole('img', { name: 'Fynbos' });
    const { width, height } = (await mark.boundingBox())!;
    shapes.add(
      `${width} x ${height}, ${await mark.evaluate((element) => getComputedStyle(element).backgroundImage)}`,
    );
    await expect(page.getByRole('banner').getByRole('link', { name: /Fynbos/ })).toBeVisible();
  }
  expect([...shapes]).toHaveLength(1);
});

test('Latin text of a Russian page is set in the typeface of the shop, and Cyrillic text in the next one', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { locale: 'ru-RU' });
  await page.goto('/pasta-screws-500-g');
  await page.evaluate(() => document.fonts.ready);
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts].filter((font) => font.status === 'loaded').map(({ family }) => family),
    );
  await expect.poll(loaded).toContain('Figtree Variable');
  expect(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)).toMatch(
    /^"Figtree Variable"/,
  );
});
