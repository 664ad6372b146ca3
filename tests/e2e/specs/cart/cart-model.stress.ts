import { seededRandom } from '@fynbos/test-kit/seeded-random.ts';
import type { Locator, Page } from '@playwright/test';
import { desktop, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { trusted } from '../../fixtures/running-shop.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  cartAlive,
  cartHeaders,
  countAt,
  openPage,
  shownQuantities,
  storedQuantities,
} from '../../pages/cart.ts';

const names = ['Larder Oats', 'Larder Milk', 'Larder Tea', 'Larder Jam'];
const stock: Record<string, number> = {
  'Larder Oats': 3,
  'Larder Milk': 2,
  'Larder Tea': 50,
  'Larder Jam': 50,
};
const histories = 20;
const length = 12;
/** First seed of the histories; `SEED=…` overrides it. */
const firstSeed = Number(process.env.SEED ?? 1);
/** A lazily loaded part of a card may take a while when several browsers run. */
const polling = { interval: 20, timeout: 10_000 };

const our = openShop(trusted, async (shop) => {
  const rows = names.map((name) => {
    const key = name.toLowerCase().replace(' ', '-');
    return `${key},simple,${name},${key},20.00,zero,${stock[name]},Larder`;
  });
  const head = 'sku,type_id,name,url_path,price_incl_tax,tax_class,qty,categories';
  await load(shop, { 'products.csv': table(head, ...rows) });
});

/** The actions of a shopper and the expected cart. */
class History {
  readonly cartLines: Record<string, number> = {};
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
    const qty = this.cartLines[name] ?? 0;
    const likely = [this.#more, this.#more, this.#more, this.#less, this.#remove];
    const steps = [...likely, this.#undone, this.#reload, this.#network, this.#network, this.#otherTab];
    await (qty === 0 && pick(2) === 0 ? this.#more : steps[pick(steps.length)]!).call(this, name, qty);
  }

  /** Goes online, so that every action reaches the shop. */
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

  /** A page cannot be reloaded while offline. */
  async #reload(): Promise<void> {
    if (this.#isOffline) return;
    this.done.push('reload');
    await this.page.reload();
    await cartAlive(this.page);
    await this.#isShown();
  }

  /** The cart's code loads with the first product added; the test does not go offline before that. */
  async #network(): Promise<void> {
    if (!this.#isOffline && total(this.cartLines) === 0) return;
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
    if (qty === 0) delete this.cartLines[name];
    else this.cartLines[name] = qty;
    await this.#isShown();
  }

  /** The given tab shows the expected cart, online or offline. */
  async #isShown(page = this.page): Promise<void> {
    await expect.poll(() => countAt(page), polling).toBe(total(this.cartLines));
    for (const name of names)
      await expect.poll(() => this.#shown(name, page), polling).toBe(this.cartLines[name] ?? 0);
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

const total = (cartLines: Record<string, number>) =>
  Object.values(cartLines).reduce((sum, qty) => sum + qty, 0);

async function storedCart(page: Page): Promise<Record<string, number>> {
  const headers = await cartHeaders(page);
  return headers ? storedQuantities(our.shop.origin, headers) : {};
}

async function live(seed: number, at: number): Promise<void> {
  const shopper = await visit(our.browser, our.shop.origin, {
    viewport: desktop,
    // Each history has its own client IP, because the number of new carts per client IP is limited.
    extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.${at + 1}` },
  });
  shopper.expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
  const { page } = shopper;
  const history = new History(page);
  const pick = seededRandom(seed);
  try {
    await openPage(page, '/larder');
    for (let step = 0; step < length; step++) await history.step(pick);
    await history.end();
    await expect.poll(() => storedCart(page), { timeout: 15_000 }).toEqual(history.cartLines);
    for (const path of ['/cart', '/cart']) {
      await openPage(page, path);
      await expect.poll(() => shownQuantities(page), polling).toEqual(history.cartLines);
      await expect.poll(() => countAt(page), polling).toBe(total(history.cartLines));
    }
    expect(await storedCart(page)).toEqual(history.cartLines);
  } catch (cause) {
    throw new Error(`SEED=${seed}: ${history.done.join(', ')}`, { cause });
  } finally {
    await shopper.close();
  }
}

test.describe('random cart histories', () => {
  // Four at a time, because each one mostly waits.
  for (const at of Array.from({ length: histories / 4 }, (_, at) => at * 4))
    test(`browser, header and shop agree on the cart, histories from ${at} on`, async () => {
      await Promise.all([0, 1, 2, 3].map((more) => live(firstSeed + at + more, at + more)));
    });
});
