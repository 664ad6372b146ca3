import { type Device, noFaults, type Tab } from './device.ts';
import { newLine } from './line.ts';
import type { World } from './world.ts';

/** What may be done, each with how often it is. */
export type Doings = [weight: number, run: () => unknown][];

/** Does one of it. */
export function doOne(world: World, doings: Doings): void {
  const all = doings.reduce((sum, [weight]) => sum + weight, 0);
  let at = world.chance() * all;
  const chosen = doings.find(([weight]) => {
    at -= weight;
    return at < 0;
  });
  void chosen?.[1]();
}

/** What goes wrong while a history is played. */
export const usualFaults = { lostCall: 0.1, lostAnswer: 0.15, busy: 0.05, repeated: 0.2 };

/** Everything may arrive now. @returns whether it came to rest */
export async function heal(world: World, devices: readonly Device[]): Promise<boolean> {
  for (const device of devices) {
    device.faults = noFaults;
    device.setOnline(true);
  }
  for (let turn = 0; turn < 100; turn++) if (await world.run(100)) return true;
  return false;
}

export interface ShoppingParts {
  world: World;
  device: Device;
  skus: readonly string[];
  /** Of how many customers one logs in. */
  customers: number;
  told: string[];
  same(what: string, found: unknown, expected: unknown): void;
}

/** What a shopper does at a device, as the seed has it. */
export class Shopping {
  readonly #parts: ShoppingParts;
  #leaving: Tab | undefined;

  constructor(parts: ShoppingParts) {
    this.#parts = parts;
  }

  async add(tab: Tab): Promise<void> {
    const { world, skus, same } = this.#parts;
    const [sku, qty] = [world.pick(skus), 1 + world.below(3)];
    this.tell(`add ${qty} ${sku}`);
    const before = tab.keeper.view().count;
    const available = sku === 'SCARCE' && world.happens(0.5) ? 4 : null;
    const done = tab.doing.add(newLine(sku, { available }), qty);
    const refused = tab.news.at(-1)?.kind === 'refused' && tab.keeper.view().count === before;
    if (!refused) same('the count at the click', tab.keeper.view().count, before + qty);
    await done;
  }

  set(tab: Tab): unknown {
    const line = this.#anyLine(tab);
    if (!line) return undefined;
    const qty = this.#parts.world.below(7);
    this.tell(`set ${line.sku} to ${qty}`);
    return tab.doing.setQuantity(line.key, qty);
  }

  async remove(tab: Tab): Promise<void> {
    const line = this.#anyLine(tab);
    if (!line) return;
    this.tell(`remove ${line.sku}`);
    const undo = await tab.doing.remove(line.key);
    if (this.#parts.world.happens(0.3)) {
      this.tell(`undo ${line.sku}`);
      await undo();
    }
  }

  change(tab: Tab): unknown {
    const line = this.#anyLine(tab);
    if (!line) return undefined;
    const { world, skus } = this.#parts;
    const [sku, qty] = [world.pick(skus), 1 + world.below(3)];
    this.tell(`change ${line.sku} to ${qty} ${sku}`);
    return tab.doing.change(line.key, newLine(sku), qty);
  }

  clear(tab: Tab): unknown {
    this.tell('clear');
    return tab.doing.clear();
  }

  coupon(tab: Tab): unknown {
    const code = this.#parts.world.pick(['TEN', 'SPRING', 'WRONG', '']);
    this.tell(`coupon ${code}`);
    return code === '' ? tab.doing.removeCoupon() : tab.doing.applyCoupon(code);
  }

  /** Logs in or out. Nobody logs in again before the page has forgotten the last one. */
  async session(tab: Tab): Promise<void> {
    const { device, world, customers } = this.#parts;
    if (this.isLeaving) return;
    if (device.customer === undefined) {
      const customer = 1 + world.below(customers);
      this.tell(`log in as ${customer}`);
      device.logIn(tab, customer);
      return;
    }
    this.tell('log out');
    this.#leaving = tab;
    await device.logOut(tab);
    this.#leaving = undefined;
  }

  /** Somebody logs out at this moment. */
  get isLeaving(): boolean {
    return this.#leaving !== undefined;
  }

  reload(tab: Tab): void {
    this.tell('reload');
    this.close(tab);
    this.#parts.device.open();
  }

  network(): void {
    const { device } = this.#parts;
    this.tell(device.online ? 'offline' : 'online');
    device.setOnline(!device.online);
  }

  otherTab(): void {
    const { device, world } = this.#parts;
    this.tell(device.tabs.length > 1 ? 'close a tab' : 'open a tab');
    if (device.tabs.length > 1) this.close(world.pick(device.tabs));
    else device.open();
  }

  refresh(tab: Tab): unknown {
    return tab.doing.refresh({ force: this.#parts.world.happens(0.5) });
  }

  close(tab: Tab): void {
    this.#parts.device.close(tab);
  }

  tell(what: string): void {
    const { device, told } = this.#parts;
    told.push(device.name ? `${device.name}: ${what}` : what);
  }

  #anyLine(tab: Tab) {
    const { lines } = tab.keeper.view();
    return lines.length > 0 ? this.#parts.world.pick(lines) : undefined;
  }
}
