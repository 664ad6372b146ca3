import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, desktop, fetched, hydrated, phone, visit } from '../../fixtures/browser.ts';
import { mailsTo, waitForMail } from '../../fixtures/mails.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { newEmail, nextClientIp } from '../../pages/customers.ts';

/** Content pages of the shop as a reader sees them (CMS-1, CMS-2). */

const our = openSharedShop(undefined, { pictures: false });

const help = ['customer-service', 'shipping-delivery', 'faq', 'contact', 'gift-card', 'order-from-catalog'];
const about = ['about', 'magazine', 'sale', 'storelocator', 'storePageBlock', 'franchise-opportunities'];
const law = [
  ...['legal', 'sales-terms-and-conditions', 'terms-conditions', 'privacy-policy', 'cookie-policy'],
  ...['email-disclaimer', 'warranty-returns'],
];
const lastChangedLabels = {
  'en-US': 'Last changed on',
  'de-DE': 'Zuletzt geändert am',
  'ja-JP': '最終更新日',
};
type Language = keyof typeof lastChangedLabels;

async function read(address: string, language: Language = 'en-US') {
  const response = await fetch(our.shop.origin + address, { headers: { 'accept-language': language } });
  return { status: response.status, html: await response.text() };
}

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
/** A message without a translation shows its id. */
const unsaid = />(content|questions|contact|page|sale|terms|store)\.[\w.-]+</;

test('a recipe shows its products and adds them in their quantities (spec D67)', async () => {
  const { page, close } = await visit(our.browser, our.shop.origin);
  await page.goto('/magazine-chickpea-curry');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Add \d products to the cart: R/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'View cart' }).click();
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Chopped Tomatoes' });
  await expect(line.getByRole('textbox')).toHaveValue('2');
  await close();
});

test.describe('content pages (CMS-1)', () => {
  for (const language of Object.keys(lastChangedLabels) as Language[])
    test(`every content page exists in ${language} and declares its language`, async () => {
      const languageCode = language.slice(0, 2);
      for (const name of [...help, ...about, ...law]) {
        const { status, html } = await read(`/${name}`, language);
        const actual = {
          name,
          status,
          lang: /<html lang="([^"]*)"/.exec(html)?.[1],
          canonical: canonicalOf(html),
        };
        expect(actual).toEqual({
          name,
          status: 200,
          lang: language,
          canonical: `${our.shop.origin}/${name}`,
        });
        expect(titleOf(html), name).toMatch(/^\S.*Fynbos/);
        expect(html, name).toMatch(/<meta name="description" content="[^"]{20,}"/);
        expect(html, name).not.toMatch(unsaid);
        if (name === 'storelocator') continue;
        const isOwn =
          languageCode === 'en' ||
          (languageCode === 'de' && (name === 'cookie-policy' || !law.includes(name)));
        expect(html.includes('class="written') && html.includes('<div lang="en"'), name).toBe(!isOwn);
        if (name !== 'sale') expect(html, name).toContain(lastChangedLabels[language]);
      }
    });

  test('a content page has one canonical address, and its two aliases lead there', async () => {
    for (const address of ['/i/about', '/pages/about', '/about']) {
      const { status, html } = await read(address);
      expect([status, canonicalOf(html)]).toEqual([200, `${our.shop.origin}/about`]);
    }
    const story = await read('/i/magazine-power-cut', 'de-DE');
    expect(story.html).toContain('Abendessen ohne Strom');
    expect(canonicalOf(story.html)).toBe(`${our.shop.origin}/magazine-power-cut`);
    expect(story.html).toMatch(/<a[^>]*href="\/magazine"[^>]*>Magazin<\/a>/);
  });

  for (const address of ['/i/nothing', '/pages/nothing', '/i/', '/nothing-at-all', '/i/store-page-block'])
    test(`an unknown content page is not found: ${address}`, async () => {
      const { status, html } = await read(address);
      expect(status).toBe(404);
      expect(html).toContain('data-page="page-not-found"');
    });

  test('every content page is in the sitemap once, with the date of its last change', async () => {
    const xml = await (await fetch(`${our.shop.origin}/sitemap/shop.xml`)).text();
    for (const name of [...help, ...about, ...law, 'magazine-power-cut'])
      expect(
        xml.match(new RegExp(`<loc>${our.shop.origin}/${name}</loc><lastmod>2026-11-\\d\\dT`, 'g')),
      ).toHaveLength(1);
  });

  test("every footer links to the content pages in the reader's language", async () => {
    const german = (await read('/', 'de-DE')).html;
    expect(german).toContain('>Der Shop</p>');
    expect(german).toMatch(/href="\/gift-card"[^>]*>Geschenkgutscheine</);
    const japanese = (await read('/', 'ja-JP')).html;
    expect(japanese).toMatch(/href="\/warranty-returns"[^>]*>返品について</);
    for (const name of law) expect(japanese).toContain(`href="/${name}"`);
  });

  test('an import invalidates a cached content page, and no script in it runs (T9)', async () => {
    const name = `hostile-page-${crypto.randomUUID()}`;
    expect((await read(`/${name}`)).status).toBe(404);
    const { folder, remove: removeFiles } = await temporaryFolder();
    await mkdir(path.join(folder, 'content/pages'), { recursive: true });
    const front = '---\ntitle: A page\nupdated: 2026-11-21\n---\n';
    const attack =
      '<p>Before</p><script>window.ran = 1</script><img src=x onerror="window.ran = 2"><a href="javascript:window.ran=3">go</a><p onmouseover="window.ran = 4" style="position:fixed">After</p>';
    await writeFile(path.join(folder, 'content/pages', `${name}.en.html`), front + attack);
    await our.shop.import(folder);
    await removeFiles();
    await expect.poll(async () => (await read(`/${name}`)).status).toBe(200);
    const { page } = await visit(our.browser, our.shop.origin);
    await page.goto(`/${name}`);
    await hydrated(page);
    await page.getByText('After').hover();
    await page.getByText('go', { exact: true }).click();
    expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
    expect(await page.locator('.written [style], .written script, .written img').count()).toBe(0);
  });
});

test.describe('reading', () => {
  for (const [address, viewport, colorScheme] of [
    ['/privacy-policy', phone, 'light'],
    ['/cookie-policy', phone, 'dark'],
    ['/faq', desktop, 'dark'],
    ['/contact', phone, 'dark'],
    ['/magazine', desktop, 'light'],
    ['/sale', phone, 'light'],
  ] as const)
    test(`content page ${address} is accessible and no wider than its screen`, async () => {
      const { page } = await visit(our.browser, our.shop.origin, {
        viewport,
        colorScheme,
        locale: 'de-DE',
      });
      await page.goto(address);
      await hydrated(page);
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });

  test('a long content page links to its chapters, and links in it load no new document', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    await page.goto('/shipping-delivery');
    await hydrated(page);
    await page.getByText('On this page').first().click();
    const chapter = page.locator('details a').first();
    const target = (await chapter.getAttribute('href'))!;
    await chapter.click();
    await expect.poll(() => new URL(page.url()).hash).toBe(target);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.locator('.written a[href="/contact"]').first().click();
    await page.getByRole('heading', { level: 1, name: 'Write to us' }).waitFor();
    expect(await page.evaluate(() => (window as { sameDocument?: boolean }).sameDocument)).toBe(true);
  });

  test('the magazine lists its stories, and each story links to the others', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { viewport: desktop });
    await page.goto('/magazine');
    expect(await page.locator('article li h2').count()).toBe(6);
    await page.getByRole('link', { name: 'How to read a food label' }).click();
    await page.getByRole('heading', { level: 1, name: 'How to read a food label' }).waitFor();
    const otherStories = page.getByRole('region', { name: 'More to read' }).getByRole('link');
    await expect.poll(() => otherStories.count()).toBe(5);
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Magazine' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'The Fynbos magazine' }).waitFor();
  });

  test('the sale page lists reduced products with an introduction, and can be filtered without scripts', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    await page.goto('/sale');
    expect(await page.locator('main article').count()).toBeGreaterThan(20);
    await page.goto('/sale?price=0.0-250.0');
    expect(await page.locator('head meta[name="robots"]').getAttribute('content')).toBe('noindex');
  });

  test('the FAQ can be searched and opened without scripts, and has structured data', {
    tag: '@journey',
  }, async () => {
    const { page } = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    await page.goto('/faq');
    const structuredData = await page.locator('script[type="application/ld+json"]').allTextContents();
    const faqEntries = structuredData
      .map((json) => JSON.parse(json))
      .find((data) => data['@type'] === 'FAQPage').mainEntity;
    expect(faqEntries.length).toBe(await page.locator('main section details').count());
    expect(faqEntries[0].acceptedAnswer.text).toMatch(/^No\. You can order as a guest/);
    await page.getByText('Do I need an account?').click();
    await page.getByText('You can order as a guest').waitFor();
    await page.getByLabel('Search the questions').fill('voucher coupon');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL(/voucher/);
    await page.getByText('for “voucher coupon”').waitFor();
    expect(await page.locator('main section details:not([open])').count()).toBe(0);
    await page.goto('/faq?q=%3Cscript%3E');
    await page.getByText('We have no answer to “<script>” here yet.').waitFor();
  });

  test('terms open in a tab of their own, and the form keeps its input', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    await page.goto('/register');
    await hydrated(page);
    await page.getByLabel('First name').fill('Thandi');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('main').getByRole('link', { name: 'Terms of use' }).click();
    const termsTab = await opened;
    await termsTab.getByRole('heading', { level: 1 }).first().waitFor();
    expect(new URL(termsTab.url()).pathname).toBe('/terms-conditions');
    expect(await page.getByLabel('First name').inputValue()).toBe('Thandi');
  });
});

test.describe('the contact form (spec D11)', () => {
  /** Each visitor has its own client IP, because messages per client IP are limited. */
  const visitor = (options: BrowserContextOptions = {}) =>
    visit(our.browser, our.shop.origin, {
      extraHTTPHeaders: { 'x-forwarded-for': nextClientIp() },
      ...options,
    });
  const fill = async (page: Page, email: string, subject: string) => {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('What is it about?').fill(subject);
    await page.getByLabel('Message', { exact: true }).fill('Two lines\nfor the shop <b>.');
  };

  test('the contact form reports missing fields, keeps its input offline and sends it later', async () => {
    const { page } = await visitor();
    const email = newEmail();
    const subject = `A broken jar for ${email}`;
    await page.goto('/contact');
    await hydrated(page);
    await alive(page.getByRole('button', { name: 'Send message' }));
    await page.getByRole('button', { name: 'Send message' }).click();
    const summary = page.getByRole('alert');
    await summary.getByRole('link', { name: /Message: / }).waitFor();
    await expectAccessible(page);
    await fill(page, email, subject);
    await page.getByLabel('Send me an e-mail that it has arrived.').check();
    // These files load some seconds after the page and would be missing offline.
    await fetched(page, 'deferred-parts', 'background-parts');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Your text stays here').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Thank you. Your message is with us.').waitFor();
    await expectAccessible(page);
    const contactMessage = await waitForMail(our.shop, 'shop@fynbos.example', (mail) =>
      mail.subject.includes(subject),
    );
    expect(contactMessage.headers['reply-to']).toBe(email);
    expect(contactMessage.text).toContain('Two lines\nfor the shop <b>.');
    await waitForMail(our.shop, email);
    expect(await mailsTo(our.shop, email)).toHaveLength(1);
  });

  test('the contact form works before scripts and returns invalid input for correction', async () => {
    const { page, expectConsoleError } = await visitor({ javaScriptEnabled: false });
    expectConsoleError(/400/);
    const email = newEmail();
    const subject = `Before scripts for ${email}`;
    await page.goto('/contact');
    await fill(page, email, subject);
    // Browser validation is switched off, so that the server validates.
    await page.locator('form[action="/contact"]').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.getByLabel('E-mail address').fill('thandi');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('What is it about?').inputValue()).toBe(subject);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Thank you. Your message is with us.').waitFor();
    await waitForMail(our.shop, 'shop@fynbos.example', (mail) => mail.subject.includes(subject));
  });

  test('the contact form explains its rate limit', async () => {
    const { page, expectConsoleError } = await visitor();
    expectConsoleError(/429/);
    const email = newEmail();
    const thanks = 'Thank you. Your message is with us.';
    for (const wait of [thanks, thanks, thanks, 'You have written to us several times']) {
      await page.goto('/contact');
      await hydrated(page);
      await alive(page.getByRole('button', { name: 'Send message' }));
      await fill(page, email, 'Once more');
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByText(wait).waitFor();
    }
    expect(await page.getByLabel('What is it about?').inputValue()).toBe('Once more');
  });
});
