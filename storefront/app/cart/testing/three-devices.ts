import { keptOf } from '../cart-box.ts';
import { apply, type Quantities, written } from './cart-model.ts';
import { CartsModel, type Seen } from './carts-model.ts';
import { Device, type Tab } from './device.ts';
import { ShopOfTest } from './shop-of-test.ts';
import { doOne, heal, Shopping, usualFaults } from './shopping.ts';
import { World } from './world.ts';

const skus = ['OATS', 'MILK', 'TEA', 'SCARCE'];
const price = 1000;

/**
 * One history, made from its seed: a customer with three devices, of which the first may have two tabs, each logged in or
 * a guest, with a network of its own that comes and goes. At every moment each shows the cart as it was at one version,
 * and what was done there since. At the end everything is allowed to arrive, everybody looks, and all who are logged in
 * have the one cart that the model says; reloading changes nothing, here or at the shop.
 *
 * @throws Error that says where they differ, with the history
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
  /** The version it showed last, of which cart. */
  last: { token: string; version: number } | undefined;
}

class History {
  readonly #world: World;
  readonly #shop = new ShopOfTest();
  readonly #model = new CartsModel(this.#shop);
  readonly #shoppers: Shopper[];
  readonly #told: string[] = [];
  readonly #seed: number;
  /** What somebody did otherwise than the model, in a moment when nobody could be told. */
  #fault: unknown;

  constructor(seed: number) {
    this.#seed = seed;
    this.#world = new World(seed);
    this.#shop.onCall = (heard) => this.#guarded(() => this.#model.hear(heard));
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

  /** The network is good again, everything arrives, and then everybody looks what the others did. */
  async settle(): Promise<void> {
    await this.#rest();
    for (const { device } of this.#shoppers) {
      for (const { keeper, doing } of device.tabs) {
        this.#same('the state', keeper.view().state, 'ready');
        void doing.refresh({ force: true });
      }
    }
    await this.#rest();
  }

  async reload(times: number): Promise<void> {
    // The first finds what a page that ended had no time to write down; then everybody looks again.
    await this.#openAnew();
    await this.settle();
    this.compare();
    const versions = () => this.#shop.carts.map(({ version }) => version).join();
    const before = versions();
    for (let time = 0; time < times; time++) {
      await this.#openAnew();
      this.compare();
      this.#same('what reloading did at the shop', versions(), before);
    }
  }

  async #openAnew(): Promise<void> {
    for (const { device } of this.#shoppers) {
      for (const tab of [...device.tabs]) device.close(tab);
      device.open();
    }
    await this.#rest();
  }

  async #rest(): Promise<void> {
    const devices = this.#shoppers.map(({ device }) => device);
    if (!(await heal(this.#world, devices))) this.#fail('it never comes to rest');
    this.#compareSeen();
  }

  compare(): void {
    for (const { device } of this.#shoppers) this.#compareDevice(device);
    for (const { isGone, customer, lines } of this.#model.all()) {
      if (isGone || customer === undefined) continue;
      const theirs = this.#shop.cartOfCustomer(customer)?.rows ?? [];
      this.#same('the customer’s cart', written(theirs), written(lines.values()));
    }
  }

  #compareDevice({ box, tabs, customer, count, name }: Device): void {
    const { token, owner, couponAtLogin } = keptOf(box);
    const cart = this.#model.of(token);
    const expected: Seen = cart ?? { lines: new Map(), coupon: undefined };
    this.#same(`what waits at ${name}`, box.entries.length, 0);
    this.#same(`whose cart ${name} has`, owner, customer);
    this.#same(`whose cart that of ${name} is`, cart?.customer, customer);
    this.#same(`the coupon that waits at ${name}`, couponAtLogin, undefined);
    this.#same(`the number at the cart at ${name}`, count, piecesOf(expected.lines));
    for (const { keeper } of tabs) {
      const { lines, state, totals } = keeper.view();
      this.#same(`what ${name} shows`, written(lines), written(expected.lines.values()));
      this.#same(
        `what is pending at ${name}`,
        lines.some(({ pending }) => pending),
        false,
      );
      this.#same(`the state of ${name}`, state, 'ready');
      this.#same(`a guess at ${name}`, token !== undefined && totals.estimate, false);
      this.#same(`the coupon at ${name}`, totals.coupon, expected.coupon);
    }
  }

  /** At every moment: each shows one version, none older than before, with its own totals, and what was done since, once. */
  #compareSeen(): void {
    if (this.#fault) this.#fail(String(this.#fault));
    for (const shopper of this.#shoppers) {
      const { box, tabs, name } = shopper.device;
      const { version, token, items, totals } = keptOf(box);
      if (token === undefined || version === undefined) continue;
      const past = this.#model.of(token)?.past.get(version);
      if (!past) this.#fail(`${name} has a version ${version} that never was`);
      const { last } = shopper;
      if (last?.token === token && version < last.version) this.#fail(`${name} went back to ${version}`);
      shopper.last = { token, version };
      this.#same(`the lines of version ${version} at ${name}`, written(items), written(past.lines.values()));
      if (totals) this.#compareTotals(`version ${version} at ${name}`, totals, past);
      const lines: Quantities = new Map(past.lines);
      for (const entry of box.entries) apply(lines, entry, unlimited);
      for (const tab of tabs)
        if (tab.keeper.seenRev === box.rev) this.#compareTab(name, tab, { ...past, lines });
    }
  }

  #compareTab(name: string, { keeper }: Tab, { lines, coupon }: Seen): void {
    const own: Quantities = new Map(lines);
    for (const entry of keeper.unsaved) if (!this.#model.written.has(entry.id)) apply(own, entry, unlimited);
    const view = keeper.view();
    this.#same(`the cart in between at ${name}`, written(view.lines), written(own.values()));
    if (view.totals.estimate) this.#same(`a guess at ${name}`, view.totals.subtotal, piecesOf(own) * price);
    else this.#compareTotals(`what ${name} shows`, view.totals, { lines: own, coupon });
  }

  #compareTotals(
    what: string,
    totals: { subtotal: number; grandTotal: number; coupon: string | undefined },
    { lines, coupon }: Seen,
  ): void {
    const sum = piecesOf(lines) * price;
    this.#same(`the sum of ${what}`, totals.subtotal, sum);
    this.#same(`the coupon of ${what}`, totals.coupon, coupon);
    this.#same(`the total of ${what}`, totals.grandTotal, coupon ? sum * 0.9 : sum);
  }

  #session({ shopping, device }: Shopper, tab: Tab): unknown {
    if (device.customer !== undefined && !shopping.isLeaving) this.#model.leave(device);
    return shopping.session(tab);
  }

  #newShopper(name: string): Shopper {
    const device = new Device(this.#world, this.#shop, name);
    const shopping = new Shopping({
      ...{ world: this.#world, device, skus, customers: 1, told: this.#told },
      same: (what, found, expected) => this.#same(what, found, expected),
    });
    device.onChange = (before, after) =>
      this.#guarded(() => this.#model.follow(device, before, after, shopping.isLeaving));
    device.faults = usualFaults;
    device.hasLocks = this.#world.happens(0.6);
    const tab = device.open();
    if (this.#world.happens(0.2)) void shopping.session(tab);
    return { device, shopping, last: undefined };
  }

  #guarded(look: () => void): void {
    try {
      look();
    } catch (error) {
      this.#fault ??= error;
    }
  }

  #same(what: string, found: unknown, expected: unknown): void {
    if (found !== expected) this.#fail(`${what}: ${found} instead of ${expected}`);
  }

  #fail(why: string): never {
    throw new Error(`Seed ${this.#seed}: ${why}\n${this.#told.join('\n')}`);
  }
}

/** As it is seen before the shop has looked at it: nothing is refused yet. */
const unlimited = () => Number.POSITIVE_INFINITY;

const piecesOf = (lines: Quantities) => [...lines.values()].reduce((sum, { qty }) => sum + qty, 0);
