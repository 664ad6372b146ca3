import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { desktop, visit } from './browser.ts';
import { cartAlive, cartHeaders, countAt, linesKept, linesShown, openPage } from './cart-pages.ts';
import { chance } from './chance.ts';
import { openShop } from './opened.ts';
import { trusted } from './shop.ts';
import { load, table } from './shop-files.ts';

const names = ['Larder Oats', 'Larder Milk', 'Larder Tea', 'Larder Jam'];
const stock: Record<string, number> = {
  'Larder Oats': 3,
  'Larder Milk': 2,
  'Larder Tea': 50,
  'Larder Jam': 50,
};
const histories = 20;
const length = 12;
/** Where the histories begin; `SEED=…` begins with another. */
const firstSeed = Number(process.env.SEED ?? 1);
/** A card's part that is fetched may take a while when several browsers work. */
const patience = { interval: 20, timeout: 10_000 };

const our = openShop(trusted, async (shop) => {
  const rows = names.map((name) => {
    const key = name.toLowerCase().replace(' ', '-');
    return `${key},simple,${name},${key},20.00,zero,${stock[name]},Larder`;
  });
  const head = 'sku,type_id,name,url_path,price_incl_tax,tax_class,qty,categories';
  await load(shop, { 'products.csv': table(head, ...rows) });
});

/** What somebody does, and what must come of it. */
class History {
  readonly lines: Record<string, number> = {};
  readonly done: string[] = [];
  readonly #tabs: Page[];
  #tab = 0;
  #isOffline = false;

  constructor(page: Page) {
    this.#tabs = [page];
  }

  get page(): Page {
    return this.#tabs[this.#tab]!;
  }

  async step(pick: (under: number) => number): Promise<void> {
    const name = names[pick(names.length)]!;
    const qty = this.lines[name] ?? 0;
    const likely = [this.#more, this.#more, this.#more, this.#less, this.#remove];
    const steps = [...likely, this.#undone, this.#reload, this.#network, this.#network, this.#otherTab];
    await (qty === 0 && pick(2) === 0 ? this.#more : steps[pick(steps.length)]!).call(this, name, qty);
  }

  /** Everything that was done has reached the shop, and all tabs are there. */
  async end(): Promise<void> {
    if (this.#isOffline) await this.#network();
  }

  async #more(name: string, qty: number): Promise<void> {
    if (qty >= stock[name]!) return;
    this.done.push(`one more ${name}`);
    const button = qty === 0 ? `Add to cart: ${name}` : `One more: ${name}`;
    await this.#button(button).click();
    await this.#becomes(name, qty + 1);
  }

  async #less(name: string, qty: number): Promise<void> {
    if (qty < 2) return;
    this.done.push(`one less ${name}`);
    await this.#button(`One less: ${name}`).click();
    await this.#becomes(name, qty - 1);
  }

  async #remove(name: string, qty: number): Promise<void> {
    if (qty === 0) return;
    this.done.push(`remove ${name}`);
    const card = this.#card(name);
    await card.getByRole('textbox').fill('0');
    await card.getByRole('textbox').press('Enter');
    await card.getByRole('button', { name: 'Remove', exact: true }).click();
    await this.#becomes(name, 0);
  }

  async #undone(name: string, qty: number): Promise<void> {
    if (qty === 0) return;
    await this.#remove(name, qty);
    this.done.push('undo');
    await this.page.getByRole('button', { name: 'Undo' }).last().click();
    await this.#becomes(name, qty);
  }

  /** A page cannot be had again while there is no network. */
  async #reload(): Promise<void> {
    if (this.#isOffline) return;
    this.done.push('reload');
    await this.page.reload();
    await cartAlive(this.page);
    await this.#isShown();
  }

  /** The cart's code comes with the first thing that is put there: before that nothing is taken offline. */
  async #network(): Promise<void> {
    if (!this.#isOffline && total(this.lines) === 0) return;
    for (const tab of this.#tabs) await this.#isShown(tab);
    this.#isOffline = !this.#isOffline;
    this.done.push(this.#isOffline ? 'offline' : 'online');
    await this.page.context().setOffline(this.#isOffline);
  }

  async #otherTab(): Promise<void> {
    if (this.#tabs.length === 1) {
      if (this.#isOffline) return;
      this.#tabs.push(await this.page.context().newPage());
      await openPage(this.#tabs[1]!, '/larder');
    }
    this.#tab = 1 - this.#tab;
    this.done.push(`tab ${this.#tab}`);
    await this.page.bringToFront();
    await this.#isShown();
  }

  async #becomes(name: string, qty: number): Promise<void> {
    if (qty === 0) delete this.lines[name];
    else this.lines[name] = qty;
    await this.#isShown();
  }

  /** The tab that is looked at shows it, with the network or without. */
  async #isShown(page = this.page): Promise<void> {
    await expect.poll(() => countAt(page), patience).toBe(total(this.lines));
    for (const name of names)
      await expect.poll(() => this.#shown(name, page), patience).toBe(this.lines[name] ?? 0);
  }

  async #shown(name: string, page: Page): Promise<number> {
    const field = this.#card(name, page).getByRole('textbox');
    return (await field.count()) === 0 ? 0 : Number(await field.inputValue());
  }

  #card(name: string, page = this.page): Locator {
    return page.locator('main article').filter({ has: page.getByRole('link', { name, exact: true }) });
  }

  #button(name: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name, exact: true });
  }
}

const total = (lines: Record<string, number>) => Object.values(lines).reduce((sum, qty) => sum + qty, 0);

async function kept(page: Page): Promise<Record<string, number>> {
  const headers = await cartHeaders(page);
  return headers ? linesKept(our.shop.origin, headers) : {};
}

async function live(seed: number, at: number): Promise<void> {
  const shopper = await visit(our.browser, our.shop.origin, {
    viewport: desktop,
    // Each from a machine of its own: one alone may not make so many carts.
    extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.${at + 1}` },
  });
  shopper.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
  const { page } = shopper;
  const history = new History(page);
  const pick = chance(seed);
  try {
    await openPage(page, '/larder');
    for (let step = 0; step < length; step++) await history.step(pick);
    await history.end();
    await expect.poll(() => kept(page), { timeout: 15_000 }).toEqual(history.lines);
    for (const path of ['/cart', '/cart']) {
      await openPage(page, path);
      await expect.poll(() => linesShown(page), patience).toEqual(history.lines);
      await expect.poll(() => countAt(page), patience).toBe(total(history.lines));
    }
    expect(await kept(page)).toEqual(history.lines);
  } catch (cause) {
    throw new Error(`SEED=${seed}: ${history.done.join(', ')}`, { cause });
  } finally {
    await shopper.close();
  }
}

describe('whatever is done to a cart, in whatever order', () => {
  // A few at a time: one of them mostly waits.
  test.each(Array.from({ length: histories / 4 }, (_, at) => at * 4))(
    'browser, number and shop come to the same, histories from %i on',
    async (at) => {
      await Promise.all([0, 1, 2, 3].map((more) => live(firstSeed + at + more, at + more)));
    },
  );
});
