import { keptOf } from '../cart-box.ts';
import { apply, CartModel, type Quantities, written } from './cart-model.ts';
import { Device } from './device.ts';
import { ShopOfTest } from './shop-of-test.ts';
import { doOne, heal, Shopping, usualFaults } from './shopping.ts';
import { World } from './world.ts';

const skus = ['OATS', 'MILK', 'TEA', 'SCARCE'];
/** The shop remembers no refusal: what two tabs send at once may be refused to one and then taken from the other. */
const plentiful = skus.slice(0, 3);

/**
 * One history, made from its seed: a shopper with one or two tabs, a network that comes and goes, answers that
 * are lost, late or repeated. At the end everything is allowed to arrive, and the cart must be what the model
 * says: in every tab, at the shop, and after reloading.
 *
 * @throws Error that says where they differ, with the history
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
  readonly #told: string[] = [];
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
      ...{ world: this.#world, device: this.#device, customers: 2, told: this.#told },
      skus: this.#device.hasLocks ? skus : plentiful,
      same: (what, found, expected) => this.#same(what, found, expected),
    });
    this.#device.faults = usualFaults;
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

  /** The network is good again, and everything arrives. */
  async settle(): Promise<void> {
    if (!(await heal(this.#world, [this.#device]))) this.#fail('it never comes to rest');
  }

  async reload(): Promise<void> {
    for (let time = 0; time < 2; time++) {
      for (const tab of [...this.#device.tabs]) this.#device.close(tab);
      this.#device.open();
      await this.settle();
    }
  }

  compare(): void {
    const { box, tabs, customer } = this.#device;
    const { token, owner } = keptOf(box);
    const expected = written(this.#model.here.values());
    this.#same('what waits', box.entries.length, 0);
    this.#same('whose cart it is', owner, customer);
    const rows = token === undefined ? [] : (this.#shop.cartOf(token)?.rows ?? []);
    this.#same('the shop’s cart', written(rows), expected);
    const pieces = [...this.#model.here.values()].reduce((sum, { qty }) => sum + qty, 0);
    this.#same('the number at the cart', this.#device.count, pieces);
    for (const { keeper } of tabs) {
      const view = keeper.view();
      this.#same('the cart that is seen', written(view.lines), expected);
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
      const theirs = this.#shop.cartOfCustomer(id)?.rows ?? [];
      this.#same(`the cart of customer ${id}`, written(theirs), written(lines.values()));
    }
  }

  /** At every moment: who knows all that is kept shows what was confirmed and what was done since, once. */
  #compareSeen(): void {
    const { box, tabs } = this.#device;
    const { version, token } = keptOf(box);
    if (token === undefined || version === undefined) return;
    const lines: Quantities = new Map(this.#model.here);
    for (const entry of box.entries) applyUnchecked(lines, entry);
    for (const { keeper } of tabs) {
      if (keeper.seenRev !== box.rev) continue;
      const own: Quantities = new Map(lines);
      const unsaved = keeper.unsaved.filter(({ id }) => !this.#model.known.has(id));
      for (const entry of unsaved) applyUnchecked(own, entry);
      this.#same('the cart in between', written(keeper.view().lines), written(own.values()));
    }
  }

  /** The shop forgets a guest's cart. */
  #expire(): void {
    const { token, owner } = keptOf(this.#device.box);
    // Not while somebody logs in: what the shop forgets in that moment is gone for good.
    const isGuest = owner === undefined && this.#device.customer === undefined;
    if (token === undefined || !isGuest || this.#hasExpired) return;
    this.#shopper.tell('the shop forgets the cart');
    this.#hasExpired = true;
    this.#shop.expire(token);
  }

  #same(what: string, found: unknown, expected: unknown): void {
    if (found !== expected) this.#fail(`${what}: ${found} instead of ${expected}`);
  }

  #fail(why: string): never {
    throw new Error(`Seed ${this.#seed}: ${why}\n${this.#told.join('\n')}`);
  }
}

/** As it is seen before the shop has looked at it: nothing is refused yet. */
function applyUnchecked(lines: Quantities, entry: Parameters<typeof apply>[1]): void {
  apply(lines, entry, () => Number.POSITIVE_INFINITY);
}
