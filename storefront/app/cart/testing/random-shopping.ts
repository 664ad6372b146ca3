import { type Device, noFailures, type Tab } from './simulated-device.ts';
import type { World } from './simulated-world.ts';
import { newLine } from './test-cart-line.ts';

/** Actions with their relative frequency. */
export type Doings = [weight: number, run: () => unknown][];

/** Runs one action at random. */
export function doOne(world: World, doings: Doings): void {
  const all = doings.reduce((sum, [weight]) => sum + weight, 0);
  let at = world.random() * all;
  const chosen = doings.find(([weight]) => {
    at -= weight;
    return at < 0;
  });
  void chosen?.[1]();
}

export const keysOf = (tab: Tab) => tab.cartStore.view().lines.map(({ key }) => key);

/** The failure rates while a history is played. */
export const usualFailures = { lostCall: 0.1, lostResponse: 0.15, busy: 0.05, repeated: 0.2 };

/**
 * Removes all failures so that everything arrives.
 * @returns whether the world became idle
 */
export async function heal(world: World, devices: readonly Device[]): Promise<boolean> {
  for (const device of devices) {
    device.failureRates = noFailures;
    device.setOnline(true);
  }
  for (let turn = 0; turn < 100; turn++) if (await world.run(100)) return true;
  return false;
}

export interface ShoppingParts {
  world: World;
  device: Device;
  skus: readonly string[];
  /** The number of customers that can log in. */
  customers: number;
  log: string[];
  same(label: string, actual: unknown, expected: unknown): void;
}

/** The actions of a shopper on one device, chosen by the seed. */
export class Shopping {
  readonly #parts: ShoppingParts;
  #leaving: Tab | undefined;

  constructor(parts: ShoppingParts) {
    this.#parts = parts;
  }

  async add(tab: Tab): Promise<void> {
    const { world, skus, same } = this.#parts;
    const [sku, qty] = [world.pick(skus), 1 + world.below(3)];
    this.logStep(`add ${qty} ${sku}`);
    const before = tab.cartStore.view().count;
    const available = sku === 'SCARCE' && world.happens(0.5) ? 4 : null;
    const done = tab.cartStore.add(newLine(sku, { available }), qty);
    const refused = tab.notices.at(-1)?.kind === 'refused' && tab.cartStore.view().count === before;
    if (!refused) same('the count right after the click', tab.cartStore.view().count, before + qty);
    await done;
  }

  set(tab: Tab): unknown {
    const line = this.#anyLine(tab);
    if (!line) return undefined;
    const qty = this.#parts.world.below(7);
    this.logStep(`set ${line.sku} to ${qty}`);
    return tab.cartStore.setQuantity(line.key, qty);
  }

  async remove(tab: Tab): Promise<void> {
    const line = this.#anyLine(tab);
    if (!line) return;
    this.logStep(`remove ${line.sku}`);
    const undo = await tab.cartStore.remove([line.key]);
    if (this.#parts.world.happens(0.3)) {
      this.logStep(`undo ${line.sku}`);
      await undo();
    }
  }

  change(tab: Tab): unknown {
    const line = this.#anyLine(tab);
    if (!line) return undefined;
    const { world, skus } = this.#parts;
    const [sku, qty] = [world.pick(skus), 1 + world.below(3)];
    this.logStep(`change ${line.sku} to ${qty} ${sku}`);
    return tab.cartStore.replace(line.key, newLine(sku), qty);
  }

  clear(tab: Tab): unknown {
    this.logStep('clear');
    return tab.cartStore.remove(keysOf(tab));
  }

  coupon(tab: Tab): unknown {
    const code = this.#parts.world.pick(['TEN', 'SPRING', 'WRONG', '']);
    this.logStep(`coupon ${code}`);
    return code === '' ? tab.actions.removeCoupon() : tab.actions.applyCode(code);
  }

  /** Logs in or out. The next login waits until the page has forgotten the previous customer. */
  async session(tab: Tab): Promise<void> {
    const { device, world, customers } = this.#parts;
    if (this.isLeaving) return;
    if (device.customer === undefined) {
      const customer = 1 + world.below(customers);
      this.logStep(`log in as ${customer}`);
      device.logIn(tab, customer);
      return;
    }
    this.logStep('log out');
    this.#leaving = tab;
    await device.logOut(tab);
    this.#leaving = undefined;
  }

  /** Whether a logout is in progress. */
  get isLeaving(): boolean {
    return this.#leaving !== undefined;
  }

  reload(tab: Tab): void {
    this.logStep('reload');
    this.close(tab);
    this.#parts.device.open();
  }

  network(): void {
    const { device } = this.#parts;
    this.logStep(device.online ? 'offline' : 'online');
    device.setOnline(!device.online);
  }

  otherTab(): void {
    const { device, world } = this.#parts;
    this.logStep(device.tabs.length > 1 ? 'close a tab' : 'open a tab');
    if (device.tabs.length > 1) this.close(world.pick(device.tabs));
    else device.open();
  }

  refresh(tab: Tab): unknown {
    return tab.actions.refresh({ force: this.#parts.world.happens(0.5) });
  }

  close(tab: Tab): void {
    this.#parts.device.close(tab);
  }

  logStep(entry: string): void {
    const { device, log } = this.#parts;
    log.push(device.name ? `${device.name}: ${entry}` : entry);
  }

  #anyLine(tab: Tab) {
    const { lines } = tab.cartStore.view();
    return lines.length > 0 ? this.#parts.world.pick(lines) : undefined;
  }
}
