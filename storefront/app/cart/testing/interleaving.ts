import { keptOf } from '../cart-box.ts';
import { apply, CartModel, type Quantities, written } from './cart-model.ts';
import { Device, noFaults, type Tab } from './device.ts';
import { newLine } from './line.ts';
import { ShopOfTest } from './shop-of-test.ts';
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
  readonly #skus: readonly string[];
  #hasExpired = false;
  #isLeaving = false;

  constructor(seed: number) {
    this.#seed = seed;
    this.#world = new World(seed);
    this.#device = new Device(this.#world, this.#shop);
    this.#model = new CartModel(this.#shop);
    this.#device.onChange = (before, after) => this.#model.follow(before, after);
    // Every fourth browser has no locks.
    this.#device.hasLocks = seed % 4 > 0;
    this.#skus = this.#device.hasLocks ? skus : plentiful;
    this.#device.faults = { lostCall: 0.1, lostAnswer: 0.15, busy: 0.05, repeated: 0.2 };
    this.#device.open();
  }

  async step(): Promise<void> {
    const tab = this.#world.pick(this.#device.tabs);
    const doings: [number, () => unknown][] = [
      [6, () => this.#add(tab)],
      [3, () => this.#set(tab)],
      [2, () => this.#remove(tab)],
      [1, () => this.#change(tab)],
      [0.5, () => this.#clear(tab)],
      [1, () => this.#coupon(tab)],
      [1, () => this.#session(tab)],
      [1, () => this.#reload(tab)],
      [1, () => this.#network()],
      [1, () => this.#otherTab()],
      [0.3, () => this.#expire()],
      [1, () => tab.doing.refresh({ force: this.#world.happens(0.5) })],
    ];
    const all = doings.reduce((sum, [weight]) => sum + weight, 0);
    let at = this.#world.chance() * all;
    const chosen = doings.find(([weight]) => {
      at -= weight;
      return at < 0;
    });
    void chosen?.[1]();
    await this.#world.run(this.#world.below(12));
    this.#compareSeen();
  }

  /** The network is good again, and everything arrives. */
  async settle(): Promise<void> {
    this.#device.faults = noFaults;
    this.#device.setOnline(true);
    for (let turn = 0; turn < 100; turn++) if (await this.#world.run(100)) return;
    this.#fail('it never comes to rest');
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

  async #add(tab: Tab): Promise<void> {
    const [sku, qty] = [this.#world.pick(this.#skus), 1 + this.#world.below(3)];
    this.#tell(`add ${qty} ${sku}`);
    const before = tab.keeper.view().count;
    const done = tab.doing.add(
      newLine(sku, { available: sku === 'SCARCE' && this.#world.happens(0.5) ? 4 : null }),
      qty,
    );
    const refused = tab.news.at(-1)?.kind === 'refused' && tab.keeper.view().count === before;
    if (!refused) this.#same('the count at the click', tab.keeper.view().count, before + qty);
    await done;
  }

  #set(tab: Tab): unknown {
    const line = this.#anyLine(tab);
    if (!line) return undefined;
    const qty = this.#world.below(7);
    this.#tell(`set ${line.sku} to ${qty}`);
    return tab.doing.setQuantity(line.key, qty);
  }

  async #remove(tab: Tab): Promise<void> {
    const line = this.#anyLine(tab);
    if (!line) return;
    this.#tell(`remove ${line.sku}`);
    const undo = await tab.doing.remove(line.key);
    if (this.#world.happens(0.3)) {
      this.#tell(`undo ${line.sku}`);
      await undo();
    }
  }

  #change(tab: Tab): unknown {
    const line = this.#anyLine(tab);
    if (!line) return undefined;
    const [sku, qty] = [this.#world.pick(this.#skus), 1 + this.#world.below(3)];
    this.#tell(`change ${line.sku} to ${qty} ${sku}`);
    return tab.doing.change(line.key, newLine(sku), qty);
  }

  #clear(tab: Tab): unknown {
    this.#tell('clear');
    return tab.doing.clear();
  }

  #coupon(tab: Tab): unknown {
    const code = this.#world.pick(['TEN', 'SPRING', 'WRONG', '']);
    this.#tell(`coupon ${code}`);
    return code === '' ? tab.doing.removeCoupon() : tab.doing.applyCoupon(code);
  }

  /** Nobody logs in again before the page has forgotten the last one. */
  async #session(tab: Tab): Promise<void> {
    if (this.#isLeaving) return;
    if (this.#device.customer === undefined) {
      const customer = 1 + this.#world.below(2);
      this.#tell(`log in as ${customer}`);
      this.#device.logIn(tab, customer);
      return;
    }
    this.#tell('log out');
    this.#isLeaving = true;
    await this.#device.logOut(tab);
    this.#isLeaving = false;
  }

  #reload(tab: Tab): void {
    this.#tell('reload');
    this.#device.close(tab);
    this.#device.open();
  }

  #network(): void {
    this.#tell(this.#device.online ? 'offline' : 'online');
    this.#device.setOnline(!this.#device.online);
  }

  #otherTab(): void {
    const { tabs } = this.#device;
    this.#tell(tabs.length > 1 ? 'close a tab' : 'open a tab');
    if (tabs.length > 1) this.#device.close(this.#world.pick(tabs));
    else this.#device.open();
  }

  /** The shop forgets a guest's cart. */
  #expire(): void {
    const { token, owner } = keptOf(this.#device.box);
    // Not while somebody logs in: what the shop forgets in that moment is gone for good.
    const isGuest = owner === undefined && this.#device.customer === undefined;
    if (token === undefined || !isGuest || this.#hasExpired) return;
    this.#tell('the shop forgets the cart');
    this.#hasExpired = true;
    this.#shop.expire(token);
  }

  #anyLine(tab: Tab) {
    const { lines } = tab.keeper.view();
    return lines.length > 0 ? this.#world.pick(lines) : undefined;
  }

  #tell(what: string): void {
    this.#told.push(what);
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
