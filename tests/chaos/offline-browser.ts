import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { placeOrder, syncOrder } from '@fynbos/core/orders/contract.ts';
import { standardSwitches } from '@fynbos/core/switches.ts';
import { type CallOptions, callApi } from '@fynbos/storefront/app/api-client.ts';
import { CartCalls } from '@fynbos/storefront/app/cart/sync/cart-requests.ts';
import type {
  MadeOffline,
  Terms,
  WaitingOrder,
} from '@fynbos/storefront/app/checkout/outbox/offline-order.ts';
import {
  failedAt,
  mayBeSent,
  type OrderResults,
  withOrder,
  withPlaced,
  withStep,
} from '@fynbos/storefront/app/checkout/outbox/order-outbox.ts';
import {
  type OrderShop,
  sendOffline,
  syncOrderCart,
} from '@fynbos/storefront/app/checkout/outbox/send-offline-order.ts';
import { madeOffline } from '@fynbos/storefront/app/checkout/testing/test-offline-order.ts';
import { ApiProblem } from '@fynbos/storefront/app/platform/api/api-problem.ts';
import { configureApi } from '@fynbos/storefront/app/platform/api/api-settings.ts';
import { memoryOutbox } from '@fynbos/storefront/app/platform/outbox/outbox.ts';
import { Drain } from '@fynbos/storefront/app/platform/outbox/outbox-queue.ts';
import { backoffOnReturn } from '@fynbos/storefront/app/platform/outbox/retry-triggers.ts';
import { isShopProblem } from '@fynbos/storefront/app/platform/outbox/send-attempt.ts';
import { queue } from '@fynbos/storefront/app/platform/outbox/tab-lock.ts';
import { freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { address, orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import type { RandomInt } from '@fynbos/test-kit/seeded-random.ts';
import type { ChaosEnvironment } from './chaos-environment.ts';

/** The time-out of a browser (`timeoutOf`), which does not apply in this process. */
const timeout = 15_000;

/**
 * Connects browsers to the shop. Calls alternate between both processes as behind a proxy, each from its
 * own client IP.
 * @param sent called with the time of each call
 */
export function connectToShop({ shops }: ChaosEnvironment, sent: (at: number) => void): void {
  let turn = 0;
  configureApi({
    ...{ base: '', publicBase: '', partitionKey: 'za', switches: standardSwitches },
    async travel(path, { credentials: _, headers, ...init }) {
      sent(performance.now());
      const callHeaders = { ...headers, 'x-forwarded-for': freshAddress() };
      const response = await fetch(shops[turn++ % 2]!.origin + path, { ...init, headers: callHeaders });
      const type = response.headers.get('content-type') ?? '';
      return { status: response.status, type, text: await response.text() };
    },
  });
}

const request = <E extends Endpoint>(endpoint: E, options: CallOptions<E>) =>
  callApi(endpoint, { ...options, timeout });
const calls = new CartCalls(request);

/** The shop's terms for one unit of tea with payment on delivery, as shown before the browser went offline. */
export async function termsOfTea(): Promise<Terms> {
  const { body, ...order } = teaFor(undefined);
  const where = { token: await calls.openApart(undefined), customer: undefined };
  const [shippingMethod] = await calls.shippingMethods(where, address);
  const { offline } = order;
  return syncOrderCart(calls, where, {
    ...order,
    body,
    offline: { ...offline, shown: { ...offline.shown, way: shippingMethod } },
  });
}

function teaFor(shown: Terms | undefined): MadeOffline {
  const body = orderFor({});
  const order = madeOffline(body.order_id, { TEA: 1 }, { place: address, ...(shown && { shown }) });
  return { ...order, body, grandTotal: order.offline.shown.totals.grandTotal };
}

/**
 * A browser with an offline order, which is stored, sent and retried by the storefront's own rules
 * (`storefront/app/checkout/outbox/send-offline-order.ts`, `storefront/app/platform/outbox/outbox-queue.ts`). Its outbox is in memory,
 * because only the shop fails here.
 */
export class OfflineBrowser {
  readonly #outbox = memoryOutbox<OrderResults, WaitingOrder>();
  readonly #order: MadeOffline;
  readonly #drain: Drain;
  readonly #share: () => number;
  /** Reasons why the order was refused. */
  refusals: string[] = [];
  /** Time of the first attempt after the outage, and of the confirmation. */
  begunAt: number | undefined;
  confirmed: { at: number; number: string } | undefined;

  constructor(shown: Terms, random: RandomInt) {
    this.#order = teaFor(shown);
    this.#share = () => random(1_000_000) / 1_000_000;
    this.#drain = new Drain({
      send: () => this.#sendNext(),
      inTurn: queue(),
      onRound: (_, error) =>
        error === undefined || error instanceof ApiProblem || this.refusals.push(String(error)),
      later(milliseconds, run) {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
      random: this.#share,
    });
  }

  get id(): string {
    return this.#order.id;
  }

  async write(): Promise<void> {
    await this.#outbox.change((outbox) => withOrder(outbox, this.#order));
  }

  flush(): void {
    void this.#drain.flush();
  }

  /** The network is back after this time; starts sending as `retry-triggers.ts` does. */
  comesBack(awayMs: number): void {
    setTimeout(() => this.flush(), backoffOnReturn(awayMs, this.#share()));
  }

  async untilConfirmed(deadline: number): Promise<void> {
    while (!this.confirmed && performance.now() < deadline) await pause(50);
  }

  stop(): void {
    this.#drain.stop();
  }

  /** Sends for a guest as `order-queue.ts` does with `send-order.ts`. */
  async #sendNext(): Promise<boolean> {
    const { entries } = await this.#outbox.read();
    const order = entries.find((entry) => mayBeSent(entry, undefined)) as MadeOffline | undefined;
    if (!order) return false;
    this.begunAt = performance.now();
    try {
      const sent = await sendOffline(order, this.#shop());
      if (sent.kind !== 'placed') {
        this.refusals.push(JSON.stringify(sent));
        return false;
      }
      const { number } = sent;
      const at = performance.now();
      await this.#outbox.change((outbox) => withPlaced(outbox, { id: order.id, number, at }));
      this.confirmed = { at, number };
      return true;
    } catch (error) {
      if (!(error instanceof ApiProblem) || !isShopProblem(error)) throw error;
      this.refusals.push(`failed: ${error.message}`);
      await this.#outbox.change((outbox) =>
        failedAt(outbox, { id: order.id, problem: error.view, now: Date.now() }),
      );
      throw error;
    }
  }

  #shop(): OrderShop {
    return {
      calls,
      place: async ({ cartToken, body }) => ({
        number: (await request(placeOrder, { cartToken, body })).result.orderNumber,
      }),
      isThere: async (id) => (await request(syncOrder, { params: { order_id: id } })).result !== null,
      save: async (order) =>
        void (await this.#outbox.change((outbox) => withStep(outbox, order.id, () => order))),
      now: () => Date.now(),
    };
  }
}
