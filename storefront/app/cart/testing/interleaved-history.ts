import { snapshotOf } from '../sync/cart-outbox.ts';
import { apply, CartModel, type Quantities, written } from './cart-model.ts';
import { ShopOfTest } from './fake-shop.ts';
import { doOne, heal, Shopping, usualFailures } from './random-shopping.ts';
import { Device } from './simulated-device.ts';
import { World } from './simulated-world.ts';

const skus = ['OATS', 'MILK', 'TEA', 'SCARCE'];
/**
 * The shop does not remember refusals: of two equal entries sent by two tabs, one may be refused and the
 * other accepted.
 */
const plentiful = skus.slice(0, 3);

/**
 * Plays one history generated from a seed: a shopper with one or two tabs, an intermittent network, and
 * responses that are lost, late or repeated. In the end everything arrives and the cart must match the
 * model in every tab, at the shop, and after a reload.
 * @throws Error with the difference and the history
 */
export async function playHistory(seed: number, steps: number): Promise<void> {
  const history = new History(seed);
  for (let step = 0; step < steps; step++) await history.step();
  await history.settle();
  history.compare();
  await history.reload();
  history.compare();
}

class History {
  readonly #world: World;
  readonly #shop = new ShopOfTest();
  readonly #device: Device;
  readonly #model: CartModel;
  readonly #log: string[] = [];
  readonly #seed: number;
  readonly #shopper: Shopping;
  #hasExpired = false;

  constructor(seed: number) {
    this.#seed = seed;
    this.#world = new World(seed);
    this.#device = new Device(this.#world, this.#shop);
    this.#model = new CartModel(this.#shop);
    this.#device.onChange = (before, after) => this.#model.follow(before, after);
    // Every fourth browser has no locks.
    this.#device.hasLocks = seed % 4 > 0;
    this.#shopper = new Shopping({
      ...{ world: this.#world, device: this.#device, customers: 2, log: this.#log },
      skus: this.#device.hasLocks ? skus : plentiful,
      same: (label, actual, expected) => this.#same(label, actual, expected),
    });
    this.#device.failureRates = usualFailures;
    this.#device.open();
  }

  async step(): Promise<void> {
    const tab = this.#world.pick(this.#device.tabs);
    const shopper = this.#shopper;
    doOne(this.#world, [
      [6, () => shopper.add(tab)],
      [3, () => shopper.set(tab)],
      [2, () => shopper.remove(tab)],
      [1, () => shopper.change(tab)],
      [0.5, () => shopper.clear(tab)],
      [1, () => shopper.coupon(tab)],
      [1, () => shopper.session(tab)],
      [1, () => shopper.reload(tab)],
      [1, () => shopper.network()],
      [1, () => shopper.otherTab()],
      [0.3, () => this.#expire()],
      [1, () => shopper.refresh(tab)],
    ]);
    await this.#world.run(this.#world.below(12));
    this.#compareSeen();
  }

  /** The network recovers and everything arrives. */
  async settle(): Promise<void> {
    if (!(await heal(this.#world, [this.#device]))) this.#fail('the queue never becomes idle');
  }

  async reload(): Promise<void> {
    for (let time = 0; time < 2; time++) {
      for (const tab of [...this.#device.tabs]) this.#device.close(tab);
      this.#device.open();
      await this.settle();
    }
  }

  compare(): void {
    const { outbox, tabs, customer } = this.#device;
    const { token, owner } = snapshotOf(outbox);
    const expected = written(this.#model.deviceCart.values());
    this.#same('what waits', outbox.entries.length, 0);
    this.#same('the owner of the cart', owner, customer);
    const rows = token === undefined ? [] : (this.#shop.cartOf(token)?.rows ?? []);
    this.#same('the shop’s cart', written(rows), expected);
    const units = [...this.#model.deviceCart.values()].reduce((sum, { qty }) => sum + qty, 0);
    this.#same('the cart count', this.#device.count, units);
    for (const { cartStore } of tabs) {
      const view = cartStore.view();
      this.#same('the visible cart', written(view.lines), expected);
      this.#same(
        'something pending',
        view.lines.some(({ pending }) => pending),
        false,
      );
      this.#same('the state', view.state, 'ready');
      this.#same('the coupon', view.totals.coupon, this.#shop.cartOf(token)?.coupon);
      this.#same('a guess', token !== undefined && view.totals.estimate, false);
    }
    for (const [id, lines] of this.#model.customers) {
      if (id === owner) continue;
      const customerRows = this.#shop.cartOfCustomer(id)?.rows ?? [];
      this.#same(`the cart of customer ${id}`, written(customerRows), written(lines.values()));
    }
  }

  /**
   * Checked after every step: a tab that knows the current outbox shows the confirmed cart plus all changes
   * since, once.
   */
  #compareSeen(): void {
    const { outbox, tabs } = this.#device;
    const { version, token } = snapshotOf(outbox);
    if (token === undefined || version === undefined) return;
    const lines: Quantities = new Map(this.#model.deviceCart);
    for (const entry of outbox.entries) applyUnchecked(lines, entry);
    for (const { cartStore } of tabs) {
      if (cartStore.parts.outbox.view().outbox.rev !== outbox.rev) continue;
      const tabLines: Quantities = new Map(lines);
      const unsaved = cartStore.parts.outbox.view().unsaved.filter(({ id }) => !this.#model.known.has(id));
      for (const entry of unsaved) applyUnchecked(tabLines, entry);
      this.#same(
        'the visible cart between steps',
        written(cartStore.view().lines),
        written(tabLines.values()),
      );
    }
  }

  /** The shop forgets a guest's cart. */
  #expire(): void {
    const { token, owner } = snapshotOf(this.#device.outbox);
    // Not during a login: a cart the shop forgets at that moment is lost for good.
    const isGuest = owner === undefined && this.#device.customer === undefined;
    if (token === undefined || !isGuest || this.#hasExpired) return;
    this.#shopper.logStep('the shop forgets the cart');
    this.#hasExpired = true;
    this.#shop.expire(token);
  }

  #same(label: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) this.#fail(`${label}: ${actual} instead of ${expected}`);
  }

  #fail(why: string): never {
    throw new Error(`Seed ${this.#seed}: ${why}\n${this.#log.join('\n')}`);
  }
}

/** Applies an entry as the page shows it before the shop has checked it: nothing is refused. */
function applyUnchecked(lines: Quantities, entry: Parameters<typeof apply>[1]): void {
  apply(lines, entry, () => Number.POSITIVE_INFINITY);
}
