import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { hydrated } from './browser.ts';
import { cartAlive, countAt } from './cart-pages.ts';
import { chance } from './chance.ts';
import {
  acceptTerms,
  main,
  orderOf,
  placeButton,
  putInCart,
  stockOf,
  throughSteps,
} from './checkout-pages.ts';
import { machine } from './customers.ts';
import { type KeptOrders, readKeptOrders } from './kept-orders.ts';
import { type Line, type LineState, openLine } from './line.ts';
import { openShop } from './opened.ts';
import { type RunningShop, trusted } from './shop.ts';
import { load, table } from './shop-files.ts';
import { settled, visitWithWorker } from './worker-pages.ts';

/** Random histories of somebody who orders over a line that fails, and what must have become of their orders. */

const sku = 'H-OATS';
const path = '/history-oats';
/** Milliseconds in which somebody expects something to happen, before they do something else. */
const patience = 2500;
/** What was typed into checkout once, and what the shop said of delivery. */
const typed = ['current-checkout', 'shipping-details'] as const;

/** Puts on sale what the histories order. */
const stockHistories = (shop: RunningShop): Promise<void> =>
  load(shop, {
    'products.csv': table(
      'sku,type_id,name,url_path,price_incl_tax,tax_class,qty,categories',
      `${sku},simple,History Oats,history-oats,20.00,zero,90000,Larder`,
    ),
  });

/** A browser with the shop's worker, that was in checkout before. */
interface Ground {
  shop: RunningShop;
  line: Line;
  context: BrowserContext;
  typed: Record<string, string>;
}

const email = (seed: number) => `thandi.history.${seed}@example.co.za`;

/** Each call from another machine: one alone may not make so many carts. */
function setFine(line: Line): void {
  line.reset();
  line.only = ({ headers }) => {
    headers['x-forwarded-for'] = machine();
    return undefined;
  };
}

async function openGround(browser: Browser, shop: RunningShop, line: Line): Promise<Ground> {
  setFine(line);
  const { page } = await visitWithWorker(browser, line.origin);
  await putInCart(page, path.slice(1));
  await throughSteps(page, email(0));
  await settled(page);
  const found = await page.evaluate(
    (keys) => Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key)!])),
    typed,
  );
  return { shop, line, context: page.context(), typed: found };
}

class OrderHistory {
  readonly done: string[] = [];
  /** How many pieces are in each order that the browser has promised to bring to the shop. */
  readonly promised = new Map<string, number>();
  readonly #ground: Ground;
  readonly #seed: number;
  readonly #pick: (under: number) => number;
  #page: Page;
  #tried = 0;

  constructor(ground: Ground, seed: number, page: Page) {
    this.#ground = ground;
    this.#seed = seed;
    this.#pick = chance(seed);
    this.#page = page;
  }

  async live(): Promise<void> {
    const steps = 6 + this.#pick(5);
    await this.#fill();
    const doings = [this.#fill, this.#order, this.#order, this.#order, this.#lineBecomes, this.#lineBecomes];
    const all = [...doings, this.#crash, this.#otherTab, this.#confirm];
    for (let step = 0; step < steps; step++) {
      await all[this.#pick(all.length)]!.call(this);
      await this.#look();
    }
  }

  /** The line is good again, and to everything that waits somebody says yes. @returns what the browser keeps */
  async end(): Promise<KeptOrders> {
    setFine(this.#ground.line);
    await this.#ground.context.setOffline(false);
    await expect
      .poll(
        async () => {
          await this.#confirm();
          return (await this.#look()).waiting.length;
        },
        { timeout: 40_000 },
      )
      .toBe(0);
    return this.#look();
  }

  async #open(address: string): Promise<void> {
    // From one part of a page to another nothing is loaded.
    if (this.#page.url().includes('/checkout')) await this.#page.goto('about:blank');
    await this.#page.goto(address, { waitUntil: 'commit' });
    await (address.startsWith('/checkout') ? hydrated(this.#page) : cartAlive(this.#page));
  }

  async #fill(): Promise<void> {
    const qty = 1 + this.#pick(3);
    this.done.push(`${qty} into the cart`);
    await this.#open(path);
    const before = await countAt(this.#page);
    await main(this.#page).getByRole('textbox', { name: 'Quantity', exact: true }).fill(String(qty));
    await main(this.#page).getByRole('button', { name: 'Add to cart', exact: true }).click();
    await expect.poll(() => countAt(this.#page)).toBeGreaterThan(before);
  }

  async #order(): Promise<void> {
    await this.#open(path);
    if ((await countAt(this.#page)) === 0) await this.#fill();
    this.#tried = await countAt(this.#page);
    this.done.push(`order ${this.#tried}`);
    await this.#page.evaluate((text) => localStorage.setItem('current-checkout', text), this.#draft());
    await this.#open('/checkout#review');
    const button = placeButton(this.#page);
    if (!(await within(button.waitFor()))) return;
    await acceptTerms(this.#page);
    await button.click();
    const over = main(this.#page).getByText(/Your order has been queued|Your order number is/);
    this.done.push((await within(over.first().waitFor())) ? 'promised' : 'not waited for');
  }

  #draft(): string {
    const draft = JSON.parse(this.#ground.typed['current-checkout']!);
    const personal = { ...draft.personal, email: email(this.#seed) };
    return JSON.stringify({ ...draft, personal, order: undefined, modifiedAt: Date.now() });
  }

  async #lineBecomes(): Promise<void> {
    const states: LineState[] = ['fine', 'fine', 'gone', 'gone', 'dead', 'deaf', 'twice', 'captive'];
    const state = states[this.#pick(states.length)]!;
    const isNoticed = state === 'gone' && this.#pick(2) === 0;
    this.done.push(isNoticed ? 'offline' : `line ${state}`);
    this.#ground.line.state = state;
    await this.#ground.context.setOffline(isNoticed);
  }

  async #crash(): Promise<void> {
    this.done.push('crash');
    const next = await this.#ground.context.newPage();
    await this.#page.close();
    this.#page = next;
    await this.#open('/');
  }

  async #otherTab(): Promise<void> {
    this.done.push('another tab');
    this.#page = await this.#ground.context.newPage();
    await this.#open('/');
  }

  async #confirm(): Promise<void> {
    const { waiting } = await this.#look();
    if (waiting.length === 0) return;
    this.done.push('confirm');
    await this.#open('/?order=offline');
    const yes = this.#page
      .getByRole('dialog', { name: 'Orders that wait' })
      .getByRole('button', { name: /^(Place order|Send again|Confirm all)/ })
      .and(this.#page.locator(':enabled'))
      .first();
    if (!(await within(yes.click({ timeout: patience })))) return;
    const isSent = async () => (await this.#look()).waiting.length < waiting.length;
    await within(expect.poll(isSent, { timeout: patience }).toBe(true));
  }

  /** Reads what the browser keeps, and remembers what it has promised. */
  async #look(): Promise<KeptOrders> {
    const box = await this.#page.evaluate(readKeptOrders);
    for (const { id, qty } of box.waiting) this.promised.set(id, qty);
    for (const { id } of box.placed) if (!this.promised.has(id)) this.promised.set(id, this.#tried);
    return box;
  }
}

/** A shop at the end of a line that fails, for the histories of a file. @returns what lives the history of a seed */
export function orderHistories(): (seed: number) => Promise<void> {
  const our = openShop(trusted, stockHistories);
  let line: Line;
  let ground: Ground | undefined;
  beforeAll(async () => {
    line = await openLine(our.shop.origin);
  });
  afterAll(() => line?.close());
  return async (seed) => {
    ground ??= await openGround(our.browser, our.shop, line);
    await liveOrders(ground, seed);
  };
}

/** Lives one history. Throws with its seed and what was done. */
async function liveOrders(ground: Ground, seed: number): Promise<void> {
  const { shop, line, context } = ground;
  setFine(line);
  const page = await forgetful(ground);
  const history = new OrderHistory(ground, seed, page);
  const before = await stockOf(shop, sku);
  try {
    await history.live();
    const { placed, refused } = await history.end();
    expect(refused).toEqual([]);
    expect(new Set(placed.map(({ id }) => id))).toEqual(new Set(history.promised.keys()));
    for (const { id, number } of placed) {
      const arrived = await fetch(`${shop.origin}/api/sync/order/${id}`);
      expect(await arrived.json()).toMatchObject({ result: { transmited: true } });
      const { items } = await orderOf(shop, number, email(seed), { 'x-forwarded-for': machine() });
      expect(items).toMatchObject([{ sku, qty_ordered: history.promised.get(id) }]);
    }
    expect(await ordersOf(shop, email(seed))).toBe(placed.length);
    const ordered = [...history.promised.values()].reduce((sum, qty) => sum + qty, 0);
    expect(before - (await stockOf(shop, sku))).toBe(ordered);
  } catch (cause) {
    throw new Error(`SEED=${seed}: ${history.done.join(', ')}`, { cause });
  } finally {
    await context.setOffline(false);
  }
}

/** How many orders the shop has of an address, whoever acknowledged them. */
async function ordersOf(shop: RunningShop, email: string): Promise<number> {
  const told = await shop.admin('orders', 'list', '--email', email);
  return Number(/(\d+) orders?\s*$/.exec(told)?.[1]);
}

/** The browser as before the first history: its worker and its pages, and nothing that somebody did. */
async function forgetful({ context, line, typed }: Ground): Promise<Page> {
  const page = await context.newPage();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto(`${line.origin}/robots.txt`);
  await page.evaluate(async (typed) => {
    localStorage.clear();
    for (const [key, text] of Object.entries(typed)) localStorage.setItem(key, text);
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('fynbos');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const clearing = db.transaction('boxes', 'readwrite');
    clearing.objectStore('boxes').clear();
    await new Promise((resolve) => (clearing.oncomplete = resolve));
    db.close();
  }, typed);
  return page;
}

/** Whether it comes in the time somebody waits for it. */
const within = (what: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    what.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((late) => setTimeout(late, patience, false)),
  ]);
