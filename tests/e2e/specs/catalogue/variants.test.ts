import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, focused, hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, onTestFinished, test } from '../../fixtures/test.ts';

let shopper: Visit;

const head =
  'sku,type_id,parent_sku,configurable_attributes,name,url_path,price_incl_tax,qty,status,visibility,colour,packsize,image,gallery';
const family = (sku: string, name: string) =>
  `${sku},configurable,,colour|packsize,${name},${sku.toLowerCase()},,,,,,,,`;
const child = (
  parent: string,
  name: string,
  price: string,
  qty: number,
  [colour, size]: [string, string],
  more = ',',
) =>
  `${name},simple,${parent},,${name},${name.toLowerCase()},${price},${qty},${more},${colour},${size},no_selection,`;

const products = table(
  head,
  family('BOWL', 'Braai bowl'),
  child('BOWL', 'BOWL-RED-S', '79.90', 8, ['Red', '1 L']),
  child('BOWL', 'BOWL-RED-L', '129.90', 3, ['Red', '2 L']),
  child('BOWL', 'BOWL-BLUE-S', '89.90', 9, ['Blue', '1 L']),
  child('BOWL', 'BOWL-GREEN-S', '59.90', 0, ['Green', '1 L']),
  child('BOWL', 'BOWL-OFF', '9.90', 5, ['Red', '3 L'], '2,'),
  family('EMPTY', 'Empty bowl'),
  child('EMPTY', 'EMPTY-RED', '10', 0, ['Red', '1 L']),
  'ORPHAN,simple,,,Orphan,orphan,10,5,,1,,,,',
  'GONE,simple,,,Gone,gone,10,5,2,,,,,',
  'PICTURES,simple,,,Three pictures,three-pictures,10,5,,,,,/banners/braai.svg,/banners/braai-narrow.svg|/heads/bakery.svg',
);

const our = openSharedShop((shop) =>
  load(shop, {
    'products.csv': products,
    'store-stock.csv': table('sku,store,qty', 'BOWL-RED-L,CPT,0', 'BOWL-BLUE-S,CPT,2'),
  }),
);
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});

async function open(path: string) {
  const response = await shopper.page.goto(path);
  await hydrated(shopper.page);
  return response;
}

const price = () => shopper.page.locator('main .text-4xl').first().textContent();
const value = (name: string) => shopper.page.getByRole('link', { name, exact: true });
const refused = (name: string) =>
  shopper.page.getByRole('button', { name: `${name} (not available)`, exact: true });

test.describe('the variants of a product (PDP-1, PDP-2)', () => {
  test('default to the cheapest one in stock; another choice changes price, stock and address, and survives a reload', {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    await open('/bowl');
    await page.getByText('In stock!').waitFor();
    expect(await price()).toBe('R79.90');
    await expectAccessible(page);
    await value('2 L').click();
    await page.waitForURL(/childSku=BOWL-RED-L/);
    await page.getByText('Only 3 left').waitFor();
    expect(await price()).toBe('R129.90');
    const address = page.url();
    await page.reload();
    expect(await price()).toBe('R129.90');
    const friend = await visit(our.browser, our.shop.origin);
    await friend.page.goto(address);
    expect(await friend.page.locator('main .text-4xl').first().textContent()).toBe('R129.90');
    expect(await friend.page.locator('link[rel=canonical]').getAttribute('href')).toContain('BOWL-RED-L');
  });

  test('that are unavailable are marked, and choosing one changes nothing', async () => {
    const { page } = shopper;
    await open('/bowl?childSku=BOWL-RED-L');
    await alive(refused('Green'));
    await refused('Green').click({ force: true });
    await page.getByText('Out of stock!').last().waitFor();
    await refused('Blue').click({ force: true });
    await page
      .getByText('No such configuration for the product. Please do choose another combination of attributes.')
      .last()
      .waitFor();
    expect(page.url()).toContain('childSku=BOWL-RED-L');
    expect(await price()).toBe('R129.90');
    expect(await value('Red').getAttribute('aria-current')).toBe('true');
    await expectAccessible(page);
  });

  test('that are sold out in the chosen store are marked too (STOCK-1)', async () => {
    const { page } = shopper;
    await page.addInitScript(() => localStorage.setItem('adv-store-picker', 'CPT'));
    await open('/bowl');
    await refused('2 L').waitFor();
    await value('Blue').click();
    await page.waitForURL(/BOWL-BLUE-S/);
    await page.getByText('Only 2 left').waitFor();
  });

  test('can be named in the query or path; an unavailable one falls back to the default', async () => {
    const { page } = shopper;
    await open('/p/BOWL/braai-bowl/BOWL-BLUE-S');
    expect(await price()).toBe('R89.90');
    await open('/p/BOWL/braai-bowl?childSku=BOWL-BLUE-S');
    expect(await price()).toBe('R89.90');
    for (const sku of ['BOWL-GREEN-S', 'BOWL-OFF', 'NOBODY']) {
      await open(`/bowl?childSku=${sku}`);
      expect(await price(), sku).toBe('R79.90');
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/bowl$/);
    }
  });

  test('show a message when none is available', async () => {
    await open('/empty');
    await shopper.page.getByText('No available product variants').waitFor();
    await expectAccessible(shopper.page);
  });
});

test.describe('a child product opened directly (PDP-3, CAT-6)', () => {
  test('redirects to its parent with 301 on the server', async () => {
    const response = await shopper.page.request.get('/bowl-red-l', { maxRedirects: 0 });
    expect([response.status(), response.headers().location]).toEqual([301, '/bowl?childSku=BOWL-RED-L']);
    const technical = await shopper.page.request.get('/p/BOWL-BLUE-S/x', { maxRedirects: 0 });
    expect([technical.status(), technical.headers().location]).toEqual([301, '/bowl?childSku=BOWL-BLUE-S']);
    const soldOut = await shopper.page.request.get('/bowl-green-s', { maxRedirects: 0 });
    expect(soldOut.status()).toBe(301);
  });

  test('redirects to its parent and replaces the address in the browser', async () => {
    const { page } = shopper;
    await open('/pantry');
    await page.evaluate(() => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate: (to: string) => void };
      };
      router.navigate('/bowl-red-l');
    });
    await page.waitForURL('**/bowl?childSku=BOWL-RED-L');
    await page.getByRole('heading', { level: 1, name: 'Braai bowl' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/pantry');
  });

  for (const [address, reason] of [
    ['/orphan', 'Product query returned empty result product visibility = 1'],
    ['/gone', 'Product query returned empty result product status = 2'],
    ['/bowl-off', 'Product query returned empty result product status = 2'],
  ] as const)
    test(`returns 404 when it has no sellable parent: ${address}`, async () => {
      const response = await shopper.page.request.get(address);
      expect(response.status()).toBe(404);
      expect(await response.text()).toContain(reason);
    });
});

test.describe('pictures (PDP-1)', () => {
  test('can be browsed and enlarged with the keyboard alone', async () => {
    const { page } = shopper;
    await open('/three-pictures');
    const picture = (number: number) => page.getByRole('link', { name: `Picture ${number} of 3` });
    const thumb = (number: number) => page.getByRole('button', { name: `Picture ${number} of 3` });
    await alive(picture(1));
    await picture(1).focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('button[aria-current=true]').and(thumb(2)).waitFor();
    await page.keyboard.press('End');
    await page.locator('button[aria-current=true]').and(thumb(3)).waitFor();
    await page.keyboard.press('Home');
    await page.locator('button[aria-current=true]').and(thumb(1)).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Three pictures, enlarged' });
    await dialog.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('+');
    await dialog.getByText('150 %').waitFor();
    const seen = dialog.getByRole('region');
    await seen.focus();
    await page.keyboard.press('End');
    await expect.poll(() => seen.evaluate((region) => region.scrollTop)).toBeGreaterThan(0);
    await page.keyboard.press('-');
    await dialog.getByText('100 %').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focused(picture(1));
  });

  test('link to large versions without scripts', async () => {
    const plain = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    await plain.page.goto('/three-pictures');
    const large = await plain.page.getByRole('link', { name: 'Picture 1 of 3' }).getAttribute('href');
    const response = await plain.page.request.get(large!);
    expect([response.status(), response.headers()['content-type']?.startsWith('image/')]).toEqual([
      200,
      true,
    ]);
  });

  test('start with the picture of the variant', async () => {
    const wear = (...images: string[]) => load(our.shop, { 'products.csv': table('sku,image', ...images) });
    await wear('BOWL,/banners/braai.svg', 'BOWL-RED-L,/banners/braai-narrow.svg');
    onTestFinished(() => wear('BOWL,no_selection', 'BOWL-RED-L,no_selection'));
    const leading = () =>
      shopper.page
        .getByRole('list', { name: /Pictures of/ })
        .locator('img')
        .first();
    await expect
      .poll(async () => {
        await open('/bowl?childSku=BOWL-RED-L');
        return leading().getAttribute('src');
      })
      .toContain('braai-narrow');
  });
});
