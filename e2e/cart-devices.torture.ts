import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, type Visit, visit } from './browser.ts';
import { linesKept, linesShown, openPage } from './cart-pages.ts';
import { chance } from './chance.ts';
import { putInCart } from './checkout-pages.ts';
import { headersOf, logIn, machine, register, send } from './customers.ts';
import { openShop } from './opened.ts';
import { trusted } from './shop.ts';
import { load, table } from './shop-files.ts';

/** A customer with three devices has one cart (reliability, 24). */
const names = ['Larder Oats', 'Larder Milk', 'Larder Tea'];
const histories = 3;
const rounds = 6;
const reloads = 20;
const patience = { interval: 50, timeout: 20_000 };
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
  const pick = chance(seed);
  const email = await register(our.shop);
  const options = { viewport: desktop, extraHTTPHeaders: { 'x-forwarded-for': machine() } };
  const devices: Visit[] = [];
  for (let device = 0; device < 3; device++) {
    const one = await visit(our.browser, our.shop.origin, options);
    devices.push(one);
    await logIn(one.page, email);
  }
  const bearer = await headersOf(our.shop, email);
  const headers = { ...bearer, 'x-cart-token': await send(our.shop, '/api/cart/create', {}, bearer) };
  const expected: Record<string, number> = {};
  const done: string[] = [];
  const isAtShop = () => expect.poll(() => linesKept(our.shop.origin, headers), patience).toEqual(expected);
  const showsAll = async (page: Page) => {
    await openPage(page, '/cart');
    await expect.poll(() => linesShown(page), patience).toEqual(expected);
  };
  try {
    for (let round = 0; round < rounds; round++) {
      const gone = names.find((name) => expected[name] && pick(6) === 0);
      if (gone) {
        done.push(`remove ${gone}`);
        const { page } = devices[pick(3)]!;
        await openPage(page, '/larder');
        await remove(page, gone);
        delete expected[gone];
        await isAtShop();
        // What is put there next is seen by the number that grows: everybody has to know that it shrank.
        await Promise.all(devices.map(({ page }) => showsAll(page)));
      } else {
        // At once: what each does counts once, whichever comes first.
        const wishes = devices.map(({ page }) => ({ page, name: names[pick(names.length)]! }));
        done.push(`one more of ${wishes.map(({ name }) => name).join(' and ')}`);
        for (const { name } of wishes) expected[name] = (expected[name] ?? 0) + 1;
        await Promise.all(
          wishes.map(({ page, name }) => putInCart(page, name.toLowerCase().replace(' ', '-'))),
        );
      }
      await isAtShop();
    }
    await Promise.all(
      devices.map(async ({ page }) => {
        for (let time = 0; time < reloads; time++) await openPage(page, '/cart');
        await expect.poll(() => linesShown(page), patience).toEqual(expected);
      }),
    );
    await isAtShop();
  } catch (cause) {
    throw new Error(`SEED=${seed}: ${done.join(', ')}`, { cause });
  } finally {
    for (const { close } of devices) await close();
  }
}

test.each(Array.from({ length: histories }, (_, at) => firstSeed + at))(
  'three devices of a customer come to one cart, and reloading them changes nothing, seed %i',
  { timeout: 240_000 },
  live,
);
