import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { expect } from 'vitest';
import { freshAddress } from '../accounts/customers.ts';
import { cartOf, newCart, type TestCart } from '../cart/guest-cart.ts';
import { invariantViolations } from '../orders/order-audit.ts';
import type { PayingProcesses, ShopProcess } from '../processes/payment-shop-processes.ts';
import { countOrders, differencesOf, notOnce } from './ledger-comparison.ts';
import { begin, handOver } from './payer.ts';
import { readOrderState, undecided } from './settled-orders.ts';

const teaStock = 100_000;

/** The providers, and the shop process that runs now. */
export interface RunningWorld extends PayingProcesses {
  shop: ShopProcess;
}

/** A shopper who buys tea and continues after the shop was down. */
export class Shopper {
  readonly #world: RunningWorld;
  readonly provider: ProviderCode;
  readonly ids = {
    order_id: crypto.randomUUID() as string,
    checkoutReference: crypto.randomUUID() as string,
  };
  #token = '';
  #headers = { 'x-forwarded-for': freshAddress() };
  #sent: Awaited<ReturnType<typeof begin>>['sent'] | undefined;
  /** The provider's id of the payment. */
  id: string | undefined;
  isPaid = false;

  constructor(world: RunningWorld, provider: ProviderCode) {
    this.#world = world;
    this.provider = provider;
  }

  get #cart(): TestCart {
    return cartOf(this.#world.shop, this.#token, this.#headers);
  }

  async fill(): Promise<void> {
    const cart = await newCart(this.#world.shop, this.#headers);
    await cart.update({ sku: 'TEA', qty: 1 });
    this.#token = cart.token;
  }

  async save(): Promise<boolean> {
    const { response, sent } = await begin(this.#cart, this.provider, this.ids);
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    this.#sent = sent;
    return true;
  }

  /**
   * @returns whether the shopper was redirected to the provider; false while an earlier attempt may be in
   * progress
   */
  async go(): Promise<boolean> {
    const { status, body } = await handOver(this.#cart, this.provider, this.#sent!);
    if (status !== 200 && status !== 503) throw new Error(JSON.stringify(body));
    if (status === 200) this.id = body.result.id;
    return status === 200;
  }

  /** A shopper who knows that they paid does not pay twice. */
  async pay(): Promise<void> {
    if (!this.isPaid) await this.#world.act(this.provider, this.id!, 'pay');
    this.isPaid = true;
  }

  async checkStatus(): Promise<string> {
    const { body } = await this.#cart.get(
      `/api/payments/${this.provider}/status?ref=${this.ids.checkoutReference}`,
    );
    return body.result.status;
  }

  /** Completes the purchase from the current step. */
  async buy(): Promise<void> {
    if (!this.#token) await this.fill();
    if (!this.isPaid) {
      await this.save();
      while (!(await this.go())) {
        await this.#world.advance(20_000);
        // Without a pause, hours of the clock would pass while a shop is down, and paid orders would expire.
        await pause(200);
      }
      await this.pay();
    }
    await this.checkStatus();
  }
}

/** Asserts the final state: each paid order is placed, and all others are abandoned. */
export async function converge(world: PayingProcesses, shoppers: readonly Shopper[]): Promise<void> {
  await expect.poll(() => undecided(world), { timeout: 90_000, interval: 300 }).toBe(0);
  const wrong = [];
  for (const { ids, isPaid, provider } of shoppers) {
    const state = await readOrderState(world.db, ids.order_id).catch(() => ({ state: 'never written' }));
    if (isPaid !== (state.state === 'placed')) wrong.push({ provider, isPaid, ...state });
  }
  expect(wrong).toEqual([]);
  expect(await notOnce(world.db)).toEqual([]);
  expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  expect(await invariantViolations(world.db)).toEqual([]);
  const { placed = 0 } = await countOrders(world.db);
  const stock = await world.db.selectFrom('stock').select('qty').where('qty', '>', 1).execute();
  expect(stock).toEqual([{ qty: teaStock - placed }]);
}
