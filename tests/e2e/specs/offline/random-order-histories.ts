import { seededRandom } from '@fynbos/test-kit/seeded-random.ts';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { hydrated } from '../../fixtures/browser.ts';
import { type NetworkProxy, type NetworkProxyState, openNetworkProxy } from '../../fixtures/fault-proxy.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { type RunningShop, trusted } from '../../fixtures/running-shop.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { cartAlive, countAt } from '../../pages/cart.ts';
import {
  acceptTerms,
  main,
  orderOf,
  placeButton,
  putInCart,
  stockOf,
  throughSteps,
} from '../../pages/checkout.ts';
import { nextClientIp } from '../../pages/customers.ts';
import { settled, visitWithWorker } from '../../pages/service-worker.ts';
import { readStoredOrders, type StoredOrders } from '../../pages/stored-orders.ts';

/**
 * Random histories of a shopper who orders over a failing connection, and the invariants that their orders
 * must meet.
 */

const sku = 'H-OATS';
const path = '/history-oats';
/** Milliseconds that the shopper waits for a result before the next action. */
const stepTimeoutMs = 2500;
/** Checkout input and delivery data that are typed once and reused. */
const typed = ['current-checkout', 'shipping-details'] as const;

/** Loads the product that the histories order. */
const stockHistories = (shop: RunningShop): Promise<void> =>
  load(shop, {
    'products.csv': table(
      'sku,type_id,name,url_path,price_incl_tax,tax_class,qty,categories',
      `${sku},simple,History Oats,history-oats,20.00,zero,90000,Larder`,
    ),
  });

/** A browser with the shop's service worker that has completed checkout once. */
interface HistorySetup {
  shop: RunningShop;
  proxy: NetworkProxy;
  context: BrowserContext;
  typed: Record<string, string>;
}

const email = (seed: number) => `thandi.history.${seed}@example.co.za`;

/** Gives each call another client IP, because carts are limited per client IP. */
function setFine(proxy: NetworkProxy): void {
  proxy.reset();
  proxy.only = ({ headers }) => {
    headers['x-forwarded-for'] = nextClientIp();
    return undefined;
  };
}

async function openHistorySetup(
  browser: Browser,
  shop: RunningShop,
  proxy: NetworkProxy,
): Promise<HistorySetup> {
  setFine(proxy);
  const { page } = await visitWithWorker(browser, proxy.origin);
  await putInCart(page, path.slice(1));
  await throughSteps(page, email(0));
  await settled(page);
  const stored = await page.evaluate(
    (keys) => Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key)!])),
    typed,
  );
  return { shop, proxy, context: page.context(), typed: stored };
}

class OrderHistory {
  readonly done: string[] = [];
  /** Quantity of each order that the browser confirmed as queued or placed. */
  readonly accepted = new Map<string, number>();
  readonly #setup: HistorySetup;
  readonly #seed: number;
  readonly #pick: (under: number) => number;
  #page: Page;
  #attemptedQty = 0;

  constructor(setup: HistorySetup, seed: number, page: Page) {
    this.#setup = setup;
    this.#seed = seed;
    this.#pick = seededRandom(seed);
    this.#page = page;
  }

  async live(): Promise<void> {
    const steps = 6 + this.#pick(5);
    await this.#fill();
    const doings = [
      this.#fill,
      this.#order,
      this.#order,
      this.#order,
      this.#changeConnection,
      this.#changeConnection,
    ];
    const all = [...doings, this.#crash, this.#otherTab, this.#confirm];
    for (let step = 0; step < steps; step++) {
      await all[this.#pick(all.length)]!.call(this);
      await this.#readOrders();
    }
  }

  /**
   * Restores the connection and confirms every waiting order.
   * @returns the orders stored in the browser
   */
  async end(): Promise<StoredOrders> {
    setFine(this.#setup.proxy);
    await this.#setup.context.setOffline(false);
    await expect
      .poll(
        async () => {
          await this.#confirm();
          return (await this.#readOrders()).waiting.length;
        },
        { timeout: 40_000 },
      )
      .toBe(0);
    return this.#readOrders();
  }

  async #open(address: string): Promise<void> {
    // A change of the fragment alone loads no page.
    if (this.#page.url().includes('/checkout')) await this.#page.goto('about:blank');
    await this.#page.goto(address, { waitUntil: 'commit' });
    await (address.startsWith('/checkout') ? hydrated(this.#page) : cartAlive(this.#page));
  }

  async #fill(): Promise<void> {
    const qty = 1 + this.#pick(3);
    this.done.push(`add ${qty} to the cart`);
    await this.#open(path);
    const before = await countAt(this.#page);
    await main(this.#page).getByRole('textbox', { name: 'Quantity', exact: true }).fill(String(qty));
    await main(this.#page).getByRole('button', { name: 'Add to cart', exact: true }).click();
    await expect.poll(() => countAt(this.#page)).toBeGreaterThan(before);
  }

  async #order(): Promise<void> {
    await this.#open(path);
    if ((await countAt(this.#page)) === 0) await this.#fill();
    this.#attemptedQty = await countAt(this.#page);
    this.done.push(`order ${this.#attemptedQty}`);
    await this.#page.evaluate((text) => localStorage.setItem('current-checkout', text), this.#draft());
    await this.#open('/checkout#review');
    const button = placeButton(this.#page);
    if (!(await within(button.waitFor()))) return;
    await acceptTerms(this.#page);
    await button.click();
    const over = main(this.#page).getByText(/Your order has been queued|Your order number is/);
    this.done.push((await within(over.first().waitFor())) ? 'promised' : 'timed out');
  }

  #draft(): string {
    const draft = JSON.parse(this.#setup.typed['current-checkout']!);
    const personal = { ...draft.personal, email: email(this.#seed) };
    return JSON.stringify({ ...draft, personal, order: undefined, modifiedAt: Date.now() });
  }

  async #changeConnection(): Promise<void> {
    const states: NetworkProxyState[] = ['fine', 'fine', 'gone', 'gone', 'dead', 'deaf', 'twice', 'captive'];
    const state = states[this.#pick(states.length)]!;
    const isNoticed = state === 'gone' && this.#pick(2) === 0;
    this.done.push(isNoticed ? 'offline' : `line ${state}`);
    this.#setup.proxy.state = state;
    await this.#setup.context.setOffline(isNoticed);
  }

  async #crash(): Promise<void> {
    this.done.push('crash');
    const next = await this.#setup.context.newPage();
    await this.#page.close();
    this.#page = next;
    await this.#open('/');
  }

  async #otherTab(): Promise<void> {
    this.done.push('another tab');
    this.#page = await this.#setup.context.newPage();
    await this.#open('/');
  }

  async #confirm(): Promise<void> {
    const { waiting } = await this.#readOrders();
    if (waiting.length === 0) return;
    this.done.push('confirm');
    await this.#open('/?order=offline');
    const yes = this.#page
      .getByRole('dialog', { name: 'Orders waiting to be sent' })
      .getByRole('button', { name: /^(Place order|Send again|Confirm all)/ })
      .and(this.#page.locator(':enabled'))
      .first();
    if (!(await within(yes.click({ timeout: stepTimeoutMs })))) return;
    const isSent = async () => (await this.#readOrders()).waiting.length < waiting.length;
    await within(expect.poll(isSent, { timeout: stepTimeoutMs }).toBe(true));
  }

  /** Reads the stored orders and records those that the browser accepted. */
  async #readOrders(): Promise<StoredOrders> {
    const orders = await this.#page.evaluate(readStoredOrders);
    for (const { id, qty } of orders.waiting) this.accepted.set(id, qty);
    for (const { id } of orders.placed) if (!this.accepted.has(id)) this.accepted.set(id, this.#attemptedQty);
    return orders;
  }
}

/**
 * Runs a shop behind a failing connection for the histories of a file.
 * @returns a function that runs the history of a seed
 */
export function orderHistories(): (seed: number) => Promise<void> {
  const our = openShop(trusted, stockHistories);
  let proxy: NetworkProxy;
  let setup: HistorySetup | undefined;
  test.beforeAll(async () => {
    proxy = await openNetworkProxy(our.shop.origin);
  });
  test.afterAll(() => proxy?.close());
  return async (seed) => {
    setup ??= await openHistorySetup(our.browser, our.shop, proxy);
    await liveOrders(setup, seed);
  };
}

/** Runs one history. Throws with its seed and its steps. */
async function liveOrders(setup: HistorySetup, seed: number): Promise<void> {
  const { shop, proxy, context } = setup;
  setFine(proxy);
  const page = await forgetful(setup);
  const history = new OrderHistory(setup, seed, page);
  const before = await stockOf(shop, sku);
  try {
    await history.live();
    const { placed, refused } = await history.end();
    expect(refused).toEqual([]);
    expect(new Set(placed.map(({ id }) => id))).toEqual(new Set(history.accepted.keys()));
    for (const { id, number } of placed) {
      const arrived = await fetch(`${shop.origin}/api/sync/order/${id}`);
      expect(await arrived.json()).toMatchObject({ result: { transmited: true } });
      const { items } = await orderOf(shop, number, email(seed), { 'x-forwarded-for': nextClientIp() });
      expect(items).toMatchObject([{ sku, qty_ordered: history.accepted.get(id) }]);
    }
    expect(await ordersOf(shop, email(seed))).toBe(placed.length);
    const ordered = [...history.accepted.values()].reduce((sum, qty) => sum + qty, 0);
    expect(before - (await stockOf(shop, sku))).toBe(ordered);
  } catch (cause) {
    throw new Error(`SEED=${seed}: ${history.done.join(', ')}`, { cause });
  } finally {
    await context.setOffline(false);
  }
}

/** Counts the shop's orders for an e-mail address. */
async function ordersOf(shop: RunningShop, email: string): Promise<number> {
  const output = await shop.admin('orders', 'list', '--email', email);
  return Number(/(\d+) orders?\s*$/.exec(output)?.[1]);
}

/** Resets the browser to its state before the first history: the service worker and its pages remain. */
async function forgetful({ context, proxy, typed }: HistorySetup): Promise<Page> {
  const page = await context.newPage();
  for (const candidate of context.pages()) if (candidate !== page) await candidate.close();
  await page.goto(`${proxy.origin}/robots.txt`);
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

/** Whether the action finishes within the step time-out. */
const within = (action: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    action.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((late) => setTimeout(late, stepTimeoutMs, false)),
  ]);
