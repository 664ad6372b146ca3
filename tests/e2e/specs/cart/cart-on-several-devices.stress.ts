import { seededRandom } from '@fynbos/test-kit/seeded-random.ts';
import type { Page } from '@playwright/test';
import { desktop, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { trusted } from '../../fixtures/running-shop.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { openPage, shownQuantities, storedQuantities } from '../../pages/cart.ts';
import { putInCart } from '../../pages/checkout.ts';
import { headersOf, logIn, nextClientIp, register, send } from '../../pages/customers.ts';

/** A customer with three devices has one cart (reliability, 24). */
const names = ['Larder Oats', 'Larder Milk', 'Larder Tea'];
const histories = 3;
const rounds = 6;
const reloads = 20;
const polling = { interval: 50, timeout: 20_000 };
const firstSeed = Number(process.env.SEED ?? 1);

const our = openShop(trusted, (shop) => {
  const rows = names.map((name) => {
    const key = name.toLowerCase().replace(' ', '-');
    return `${key},simple,${name},${key},20.00,zero,9000,Larder`;
  });
  return load(shop, {
    'products.csv': table('sku,type_id,name,url_path,price_incl_tax,tax_class,qty,categories', ...rows),
  });
});

async function remove(page: Page, name: string): Promise<void> {
  const card = page.locator('main article').filter({ has: page.getByRole('link', { name, exact: true }) });
  await card.getByRole('textbox').fill('0');
  await card.getByRole('textbox').press('Enter');
  await card.getByRole('button', { name: 'Remove', exact: true }).click();
}

async function live(seed: number): Promise<void> {
  const pick = seededRandom(seed);
  const email = await register(our.shop);
  const options = { viewport: desktop, extraHTTPHeaders: { 'x-forwarded-for': nextClientIp() } };
  const devices: Visit[] = [];
  for (let device = 0; device < 3; device++) {
    const deviceVisit = await visit(our.browser, our.shop.origin, options);
    devices.push(deviceVisit);
    await logIn(deviceVisit.page, email);
  }
  const bearer = await headersOf(our.shop, email);
  const headers = { ...bearer, 'x-cart-token': await send(our.shop, '/api/cart/create', {}, bearer) };
  const expected: Record<string, number> = {};
  const done: string[] = [];
  const isAtShop = () =>
    expect.poll(() => storedQuantities(our.shop.origin, headers), polling).toEqual(expected);
  const showsAll = async (page: Page) => {
    await openPage(page, '/cart');
    await expect.poll(() => shownQuantities(page), polling).toEqual(expected);
  };
  try {
    for (let round = 0; round < rounds; round++) {
      const removed = names.find((name) => expected[name] && pick(6) === 0);
      if (removed) {
        done.push(`remove ${removed}`);
        const { page } = devices[pick(3)]!;
        await openPage(page, '/larder');
        await remove(page, removed);
        delete expected[removed];
        await isAtShop();
        // Later additions are detected by a growing quantity, so every device must first see the removal.
        await Promise.all(devices.map(({ page }) => showsAll(page)));
      } else {
        // All devices act at once: each action counts once, in any order.
        const additions = devices.map(({ page }) => ({ page, name: names[pick(names.length)]! }));
        done.push(`one more of ${additions.map(({ name }) => name).join(' and ')}`);
        for (const { name } of additions) expected[name] = (expected[name] ?? 0) + 1;
        await Promise.all(
          additions.map(({ page, name }) => putInCart(page, name.toLowerCase().replace(' ', '-'))),
        );
      }
      await isAtShop();
    }
    await Promise.all(
      devices.map(async ({ page }) => {
        for (let time = 0; time < reloads; time++) await openPage(page, '/cart');
        await expect.poll(() => shownQuantities(page), polling).toEqual(expected);
      }),
    );
    await isAtShop();
  } catch (cause) {
    throw new Error(`SEED=${seed}: ${done.join(', ')}`, { cause });
  } finally {
    for (const { close } of devices) await close();
  }
}

for (const seed of Array.from({ length: histories }, (_, at) => firstSeed + at))
  test(`three devices of a customer agree on one cart, and reloading changes nothing, seed ${seed}`, () => {
    test.setTimeout(240_000);
    return live(seed);
  });
