import { setTimeout as pause } from 'node:timers/promises';
import { freshAddress } from '@fynbos/api/accounts/testing/people.ts';
import { address, orderFor } from '@fynbos/api/orders/testing/order.ts';
import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { placeOrder, syncOrder } from '@fynbos/core/orders/contract.ts';
import { standardSwitches } from '@fynbos/core/switches.ts';
import type { RandomInt } from '../../e2e/chance.ts';
import { type CallOptions, call } from '../../storefront/app/api.ts';
import { ApiProblem } from '../../storefront/app/api-problem.ts';
import { configureApi } from '../../storefront/app/api-settings.ts';
import { CartCalls } from '../../storefront/app/cart/cart-calls.ts';
import type { MadeOffline, Terms } from '../../storefront/app/checkout/offline-order.ts';
import {
  failedAt,
  type OrderResults,
  mayBeSent,
  type WaitingOrder,
  withPlaced,
  withOrder,
  withStep,
} from '../../storefront/app/checkout/order-box.ts';
import { termsAtShop } from '../../storefront/app/checkout/order-cart.ts';
import { type OrderShop, sendOffline } from '../../storefront/app/checkout/send-offline.ts';
import { madeOffline } from '../../storefront/app/checkout/testing/made-offline.ts';
import { waitOnReturn } from '../../storefront/app/offline/backoff.ts';
import { memoryOutbox } from '../../storefront/app/offline/box.ts';
import { Drain } from '../../storefront/app/offline/drain.ts';
import { hasFailed } from '../../storefront/app/offline/may-pass.ts';
import { queue } from '../../storefront/app/offline/one-tab.ts';
import type { Stage } from './stage.ts';

/** As long as a browser waits (`timeoutOf`), which this process is not. */
const timeout = 15_000;

/**
 * The way of browsers to the shop, to either process in turn as a proxy would bring them, each call from a machine of its own.
 *
 * @param sent told of the moment of each call
 */
export function wayToShop({ shops }: Stage, sent: (at: number) => void): void {
  let turn = 0;
  configureApi({
    ...{ base: '', publicBase: '', partitionKey: 'za', switches: standardSwitches },
    async travel(path, { credentials: _, headers, ...init }) {
      sent(performance.now());
      const own = { ...headers, 'x-forwarded-for': freshAddress() };
      const answer = await fetch(shops[turn++ % 2]!.origin + path, { ...init, headers: own });
      const type = answer.headers.get('content-type') ?? '';
      return { status: answer.status, type, text: await answer.text() };
    },
  });
}

const ask = <E extends Endpoint>(endpoint: E, options: CallOptions<E>) =>
  call(endpoint, { ...options, timeout });
const calls = new CartCalls(ask);

/** What a piece of tea at the door comes to, as the shop says it: what whoever has no network was shown before. */
export async function termsOfTea(): Promise<Terms> {
  const { body, ...order } = teaFor(undefined);
  const where = { token: await calls.openApart(undefined), customer: undefined };
  const [way] = await calls.shippingMethods(where, address);
  const { offline } = order;
  return termsAtShop(calls, where, {
    ...order,
    body,
    offline: { ...offline, shown: { ...offline.shown, way } },
  });
}

function teaFor(shown: Terms | undefined): MadeOffline {
  const body = orderFor({});
  const order = madeOffline(body.order_id, { TEA: 1 }, { place: address, ...(shown && { shown }) });
  return { ...order, body, grandTotal: order.offline.shown.totals.grandTotal };
}

/**
 * A browser in which an order was made without the shop: kept, sent and tried again by the storefront's own rules
 * (`storefront/app/checkout/send-offline.ts`, `storefront/app/offline/drain.ts`). Its box is one of memory, since it is the shop that fails here.
 */
export class OfflineBrowser {
  readonly #box = memoryOutbox<OrderResults, WaitingOrder>();
  readonly #order: MadeOffline;
  readonly #drain: Drain;
  readonly #share: () => number;
  /** Why it was not taken, in words. */
  refusals: string[] = [];
  /** When it began to be sent after the cut, and when its answer came. */
  begunAt: number | undefined;
  answered: { at: number; number: string } | undefined;

  constructor(shown: Terms, chance: RandomInt) {
    this.#order = teaFor(shown);
    this.#share = () => chance(1_000_000) / 1_000_000;
    this.#drain = new Drain({
      step: () => this.#sendNext(),
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
    await this.#box.change((box) => withOrder(box, this.#order));
  }

  wake(): void {
    void this.#drain.flush();
  }

  /** There is a network again, after so long: it is woken as `wakers.ts` does. */
  comesBack(awayMs: number): void {
    setTimeout(() => this.wake(), waitOnReturn(awayMs, this.#share()));
  }

  async untilAnswered(until: number): Promise<void> {
    while (!this.answered && performance.now() < until) await pause(50);
  }

  stop(): void {
    this.#drain.stop();
  }

  /** As `order-queue.ts` does with `send-order.ts`, for a guest. */
  async #sendNext(): Promise<boolean> {
    const { entries } = await this.#box.read();
    const order = entries.find((one) => mayBeSent(one, undefined)) as MadeOffline | undefined;
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
      await this.#box.change((box) => withPlaced(box, { id: order.id, number, at }));
      this.answered = { at, number };
      return true;
    } catch (error) {
      if (!(error instanceof ApiProblem) || !hasFailed(error)) throw error;
      this.refusals.push(`failed: ${error.message}`);
      await this.#box.change((box) => failedAt(box, { id: order.id, problem: error.view, now: Date.now() }));
      throw error;
    }
  }

  #shop(): OrderShop {
    return {
      calls,
      place: async ({ cartToken, body }) => (await ask(placeOrder, { cartToken, body })).result.orderNumber,
      isThere: async (id) => (await ask(syncOrder, { params: { order_id: id } })).result !== null,
      save: async (order) => void (await this.#box.change((box) => withStep(box, order.id, () => order))),
      now: () => Date.now(),
    };
  }
}
