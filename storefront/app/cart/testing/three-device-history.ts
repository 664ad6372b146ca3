import { snapshotOf } from '../sync/cart-outbox.ts';
import { apply, type Quantities, written } from './cart-model.ts';
import { ShopOfTest } from './fake-shop.ts';
import { CartsModel, type Seen } from './multi-device-model.ts';
import { doOne, heal, Shopping, usualFailures } from './random-shopping.ts';
import { Device, type Tab } from './simulated-device.ts';
import { World } from './simulated-world.ts';

const skus = ['OATS', 'MILK', 'TEA', 'SCARCE'];
const price = 1000;

/**
 * Plays one history generated from a seed: a customer with three devices, each logged in or a guest, each
 * with its own intermittent network; the first may have two tabs. At every moment each device shows the
 * cart of one version plus its own changes since. In the end everything arrives, every device refreshes,
 * and all logged-in devices show the cart of the model. Reloading then changes nothing on the devices or at
 * the shop.
 * @throws Error with the difference and the history
 */
export async function playThreeDevices(seed: number, steps: number, reloads: number): Promise<void> {
  const history = new History(seed);
  for (let step = 0; step < steps; step++) await history.step();
  await history.settle();
  history.compare();
  await history.reload(reloads);
}

interface Shopper {
  device: Device;
  shopping: Shopping;
  /** The cart and version shown last. */
  last: { token: string; version: number } | undefined;
}

class History {
  readonly #world: World;
  readonly #shop = new ShopOfTest();
  readonly #model = new CartsModel(this.#shop);
  readonly #shoppers: Shopper[];
  readonly #log: string[] = [];
  readonly #seed: number;
  /** The first difference from the model that was found inside a callback that must not throw. */
  #modelError: unknown;

  constructor(seed: number) {
    this.#seed = seed;
    this.#world = new World(seed);
    this.#shop.onCall = (received) => this.#guarded(() => this.#model.receive(received));
    this.#shoppers = ['phone', 'tablet', 'desk'].map((name) => this.#newShopper(name));
  }

  async step(): Promise<void> {
    const shopper = this.#world.pick(this.#shoppers);
    const { shopping, device } = shopper;
    const tab = this.#world.pick(device.tabs);
    doOne(this.#world, [
      [6, () => shopping.add(tab)],
      [3, () => shopping.set(tab)],
      [2, () => shopping.remove(tab)],
      [1, () => shopping.change(tab)],
      [0.3, () => shopping.clear(tab)],
      [2.5, () => shopping.coupon(tab)],
      [3, () => this.#session(shopper, tab)],
      [1, () => shopping.reload(tab)],
      [1, () => shopping.network()],
      [shopper === this.#shoppers[0] ? 1.5 : 0, () => shopping.otherTab()],
      [1.5, () => shopping.refresh(tab)],
    ]);
    await this.#world.run(this.#world.below(10));
    this.#compareSeen();
  }

  /** The network recovers and everything arrives; then every device refreshes. */
  async settle(): Promise<void> {
    await this.#rest();
    for (const { device } of this.#shoppers) {
      for (const { cartStore, actions } of device.tabs) {
        this.#same('the state', cartStore.view().state, 'ready');
        void actions.refresh({ force: true });
      }
    }
    await this.#rest();
  }

  async reload(times: number): Promise<void> {
    // The first reload sends entries that an ended page had no time to store; then every device refreshes.
    await this.#reopen();
    await this.settle();
    this.compare();
    const versions = () => this.#shop.carts.map(({ version }) => version).join();
    const before = versions();
    for (let time = 0; time < times; time++) {
      await this.#reopen();
      this.compare();
      this.#same('the versions at the shop after reloading', versions(), before);
    }
  }

  async #reopen(): Promise<void> {
    for (const { device } of this.#shoppers) {
      for (const tab of [...device.tabs]) device.close(tab);
      device.open();
    }
    await this.#rest();
  }

  async #rest(): Promise<void> {
    const devices = this.#shoppers.map(({ device }) => device);
    if (!(await heal(this.#world, devices))) this.#fail('the queue never becomes idle');
    this.#compareSeen();
  }

  compare(): void {
    for (const { device } of this.#shoppers) this.#compareDevice(device);
    for (const { isMerged, customer, lines } of this.#model.all()) {
      if (isMerged || customer === undefined) continue;
      const customerRows = this.#shop.cartOfCustomer(customer)?.rows ?? [];
      this.#same('the customer’s cart', written(customerRows), written(lines.values()));
    }
  }

  #compareDevice({ outbox, tabs, customer, count, name }: Device): void {
    const { token, owner, couponAtLogin } = snapshotOf(outbox);
    const cart = this.#model.of(token);
    const expected: Seen = cart ?? { lines: new Map(), coupon: undefined };
    this.#same(`the waiting entries at ${name}`, outbox.entries.length, 0);
    this.#same(`the owner of the cart at ${name}`, owner, customer);
    this.#same(`the owner at the shop of the cart of ${name}`, cart?.customer, customer);
    this.#same(`the waiting coupon at ${name}`, couponAtLogin, undefined);
    this.#same(`the cart count at ${name}`, count, unitsOf(expected.lines));
    for (const { cartStore } of tabs) {
      const { lines, state, totals } = cartStore.view();
      this.#same(`the cart shown at ${name}`, written(lines), written(expected.lines.values()));
      this.#same(
        `a pending line at ${name}`,
        lines.some(({ pending }) => pending),
        false,
      );
      this.#same(`the state of ${name}`, state, 'ready');
      this.#same(`an estimate at ${name}`, token !== undefined && totals.estimate, false);
      this.#same(`the coupon at ${name}`, totals.coupon, expected.coupon);
    }
  }

  /**
   * Checked after every step: each device shows one version, never older than before, with its own totals
   * and its changes since, once.
   */
  #compareSeen(): void {
    if (this.#modelError) this.#fail(String(this.#modelError));
    for (const shopper of this.#shoppers) {
      const { outbox, tabs, name } = shopper.device;
      const { version, token, items, totals } = snapshotOf(outbox);
      if (token === undefined || version === undefined) continue;
      const past = this.#model.of(token)?.past.get(version);
      if (!past) this.#fail(`${name} shows a version ${version} that never existed`);
      const { last } = shopper;
      if (last?.token === token && version < last.version) this.#fail(`${name} went back to ${version}`);
      shopper.last = { token, version };
      this.#same(`the lines of version ${version} at ${name}`, written(items), written(past.lines.values()));
      if (totals) this.#compareTotals(`version ${version} at ${name}`, totals, past);
      const lines: Quantities = new Map(past.lines);
      for (const entry of outbox.entries) apply(lines, entry, unlimited);
      for (const tab of tabs)
        if (tab.cartStore.parts.outbox.view().outbox.rev === outbox.rev)
          this.#compareTab(name, tab, { ...past, lines });
    }
  }

  #compareTab(name: string, { cartStore }: Tab, { lines, coupon }: Seen): void {
    const tabLines: Quantities = new Map(lines);
    for (const entry of cartStore.parts.outbox.view().unsaved)
      if (!this.#model.written.has(entry.id)) apply(tabLines, entry, unlimited);
    const view = cartStore.view();
    this.#same(`the cart between steps at ${name}`, written(view.lines), written(tabLines.values()));
    if (view.totals.estimate)
      this.#same(`an estimate at ${name}`, view.totals.subtotal, unitsOf(tabLines) * price);
    else this.#compareTotals(`the totals shown at ${name}`, view.totals, { lines: tabLines, coupon });
  }

  #compareTotals(
    label: string,
    totals: { subtotal: number; grandTotal: number; coupon: string | undefined },
    { lines, coupon }: Seen,
  ): void {
    const sum = unitsOf(lines) * price;
    this.#same(`the subtotal of ${label}`, totals.subtotal, sum);
    this.#same(`the coupon of ${label}`, totals.coupon, coupon);
    this.#same(`the total of ${label}`, totals.grandTotal, coupon ? sum * 0.9 : sum);
  }

  #session({ shopping, device }: Shopper, tab: Tab): unknown {
    if (device.customer !== undefined && !shopping.isLeaving) this.#model.leave(device);
    return shopping.session(tab);
  }

  #newShopper(name: string): Shopper {
    const device = new Device(this.#world, this.#shop, name);
    const shopping = new Shopping({
      ...{ world: this.#world, device, skus, customers: 1, log: this.#log },
      same: (label, actual, expected) => this.#same(label, actual, expected),
    });
    device.onChange = (before, after) =>
      this.#guarded(() => this.#model.follow(device, before, after, shopping.isLeaving));
    device.failureRates = usualFailures;
    device.hasLocks = this.#world.happens(0.6);
    const tab = device.open();
    if (this.#world.happens(0.2)) void shopping.session(tab);
    return { device, shopping, last: undefined };
  }

  #guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#modelError ??= error;
    }
  }

  #same(label: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) this.#fail(`${label}: ${actual} instead of ${expected}`);
  }

  #fail(why: string): never {
    throw new Error(`Seed ${this.#seed}: ${why}\n${this.#log.join('\n')}`);
  }
}

/** A cart as the page shows it before the shop has checked it: nothing is refused. */
const unlimited = () => Number.POSITIVE_INFINITY;

const unitsOf = (lines: Quantities) => [...lines.values()].reduce((sum, { qty }) => sum + qty, 0);
