import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import { Shopper } from '@fynbos/test-kit/payments/paying-shopper.ts';
import type { RandomInt } from '@fynbos/test-kit/seeded-random.ts';
import type { TestResponse } from '@fynbos/test-kit/shop/test-shop.ts';
import { type ChaosEnvironment, teaQuantity } from './chaos-environment.ts';
import { cancel, giveBack, readRefunds } from './operator.ts';
import type { History } from './request-history.ts';

/** A confirmed result, and a check that it is true. */
export interface Confirmation {
  description: string;
  holds(): Promise<boolean>;
}

/** A simulated user who works with the shop until stopped and records every confirmation. */
export interface Person {
  confirmations: Confirmation[];
  /** Resolves once the current action is done. */
  going: Promise<void>;
}

/** Confirmed results that are not true. */
export async function brokenConfirmations(users: readonly Person[]): Promise<string[]> {
  const broken: string[] = [];
  for (const { description, holds } of users.flatMap(({ confirmations }) => confirmations))
    if (!(await holds())) broken.push(description);
  return broken;
}

export interface Surroundings {
  environment: ChaosEnvironment;
  history: History;
  random: RandomInt;
  isOver: () => boolean;
  /** Delay before a retry after a rejected call; 100 ms by default. */
  retryMs?: number;
}

/** Longer than any call may take. */
const timeoutMs = 15_000;

/**
 * A client of the shop. It alternates between both processes as behind a proxy, and repeats the same
 * request until it receives a response.
 */
class Caller {
  readonly #user: string;
  readonly #surroundings: Surroundings;
  #at: number;

  constructor(user: string, surroundings: Surroundings) {
    this.#user = user;
    this.#surroundings = surroundings;
    this.#at = surroundings.random(2);
  }

  async retryUntilResponse(
    method: 'get' | 'post',
    path: string,
    body?: object,
    headers = {},
  ): Promise<TestResponse> {
    const { environment, history, retryMs = 100 } = this.#surroundings;
    for (;;) {
      const from = performance.now();
      const shop = environment.shops[this.#at % 2]!;
      const init = {
        method: method.toUpperCase(),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress(), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      };
      const result = await fetch(shop.origin + path, init)
        .then(async (response) => ({
          status: response.status,
          headers: response.headers,
          body: await response.json(),
        }))
        .catch(String);
      const status = typeof result === 'string' ? 0 : result.status;
      const payload = typeof result === 'string' ? result : result.body;
      const retryAfter =
        typeof result === 'string' ? undefined : (result.headers.get('retry-after') ?? undefined);
      const outcome = history.note({ user: this.#user, action: path, from, status, retryAfter }, payload);
      if (typeof result !== 'string' && outcome !== 'unknown') return result;
      this.#at += 1;
      await pause(retryMs);
    }
  }

  /** Sends a write again after the time that a rate limit names. An earlier attempt may have been saved. */
  async retryUntilAllowed(path: string, body: object, headers = {}): Promise<TestResponse> {
    for (;;) {
      const response = await this.retryUntilResponse('post', path, body, headers);
      if (response.status !== 429) return response;
      await pause(Number(response.headers.get('retry-after')) * 1000);
    }
  }

  /** @throws with the response when the shop refuses */
  async done(path: string, body: object, headers = {}): Promise<TestResponse['body']> {
    const response = await this.retryUntilAllowed(path, body, headers);
    if (response.status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(response.body)}`);
    return response.body;
  }
}

/** Cost of one unit of tea with delivery, in cents, with and without a discount of a tenth on the tea. */
const costs = { TENTH: 114_00, nothing: 120_00 };

/**
 * Orders tea with payment on delivery, one order after the other, each under its own id and some with a
 * coupon. The operator cancels some of them.
 */
export function orders(user: string, surroundings: Surroundings): Person {
  const confirmations: Confirmation[] = [];
  const caller = new Caller(user, surroundings);
  const { environment, random } = surroundings;
  const going = untilOver(surroundings, async () => {
    const token = { 'x-cart-token': (await caller.done('/api/cart/create', {})).result as string };
    const write = { ...token, 'idempotency-key': crypto.randomUUID() };
    await caller.done('/api/cart/update', { cartItem: { sku: 'TEA', qty: 1 } }, write);
    const hasCoupon = random(3) === 0;
    if (hasCoupon) await caller.done('/api/cart/apply-coupon?coupon=TENTH', {}, token);
    const order = orderFor({ TEA: 1 });
    const { result } = await caller.done('/api/order', order, token);
    const repeated = await caller.done('/api/order', order, token);
    const isCanceled = random(4) === 0;
    if (isCanceled) await cancel(environment, result.orderNumber);
    const confirmed = {
      number: result.orderNumber as string,
      state: isCanceled ? 'canceled' : 'placed',
      grand_total_cents: hasCoupon ? costs.TENTH : costs.nothing,
    };
    confirmations.push({
      description: `order ${confirmed.number} of ${user}, ${JSON.stringify(confirmed)}`,
      async holds() {
        const rows = await environment.db
          .selectFrom('sales_order')
          .select(['number', 'state', 'grand_total_cents'])
          .where('order_id', '=', order.order_id)
          .execute();
        return isDeepStrictEqual(rows, [confirmed]) && repeated.result.orderNumber === confirmed.number;
      },
    });
  });
  return { confirmations, going };
}

/** Adds tea to a cart and removes it, and knows the quantity at each moment. */
export function shops(user: string, surroundings: Surroundings): Person {
  const confirmations: Confirmation[] = [];
  const caller = new Caller(user, surroundings);
  let token: { 'x-cart-token': string } | undefined;
  let quantity = 0;
  const going = untilOver(surroundings, async () => {
    token ??= { 'x-cart-token': (await caller.done('/api/cart/create', {})).result as string };
    const more = quantity > 20 ? -quantity : 1 + surroundings.random(3);
    const write = { ...token, 'idempotency-key': crypto.randomUUID() };
    // An update adds to the quantity; a delete removes the line.
    if (more > 0) await caller.done('/api/cart/update', { cartItem: { sku: 'TEA', qty: more } }, write);
    else await caller.done('/api/cart/delete', { cartItem: { sku: 'TEA' } }, write);
    quantity += more;
  });
  confirmations.push({
    description: `the cart of ${user}`,
    async holds() {
      if (!token) return true;
      const { body } = await caller.retryUntilResponse('get', '/api/cart/pull', undefined, token);
      const held = body.result.reduce((sum: number, { qty }: { qty: number }) => sum + qty, 0);
      return held === quantity;
    },
  });
  return { confirmations, going };
}

/** Changes and reads the name of an account repeatedly, with an occasional login. */
export function changesName(user: string, surroundings: Surroundings): Person {
  const confirmations: Confirmation[] = [];
  const caller = new Caller(user, surroundings);
  const email = `${user.replaceAll(' ', '-')}-${crypto.randomUUID()}@example.co.za`;
  const password = 'Kettle-and-Rusks-7';
  let name = 'Thandi';
  let isThere = false;
  let token = '';
  const logIn = async () => {
    const response = await caller.retryUntilResponse('post', '/api/user/login', {
      username: email,
      password,
    });
    // Logins are rate limited; an existing login remains valid.
    if (response.status === 429 && token) return;
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    token = response.body.result;
  };
  const going = untilOver(surroundings, async () => {
    if (!isThere) {
      const customer = { email, firstname: name, lastname: 'Nkosi' };
      // A retry after an unknown result receives email_taken.
      const made = await caller.retryUntilResponse('post', '/api/user/create', { customer, password });
      if (made.status !== 200 && made.body.meta.problem !== 'email_taken')
        throw new Error(JSON.stringify(made.body));
      isThere = true;
    }
    if (!token || surroundings.random(100) === 0) await logIn();
    const next = `Thandi ${String.fromCharCode(97 + surroundings.random(26))}${String.fromCharCode(97 + surroundings.random(26))}`;
    const customer = { email, firstname: next, lastname: 'Nkosi' };
    const response = await caller.retryUntilAllowed(
      '/api/user/me',
      { customer },
      { authorization: `Bearer ${token}` },
    );
    if (response.status === 401) return logIn();
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    name = next;
    const seen = await caller.retryUntilResponse('get', '/api/user/me', undefined, {
      authorization: `Bearer ${token}`,
    });
    if (seen.status === 200 && seen.body.result.firstname !== name)
      throw new Error(`${user} has the name ${seen.body.result.firstname}, not ${name}`);
  });
  confirmations.push({
    description: `the name of ${user}`,
    async holds() {
      if (!token) return true;
      await logIn();
      const { body } = await caller.retryUntilResponse('get', '/api/user/me', undefined, {
        authorization: `Bearer ${token}`,
      });
      return body.result.firstname === name;
    },
  });
  return { confirmations, going };
}

/** Reads products and stock. Product searches work without the database. */
export function browses(user: string, surroundings: Surroundings): Person {
  const caller = new Caller(user, surroundings);
  const going = untilOver(surroundings, async () => {
    const { items } = await caller.done('/api/catalog/fynbos/product/_search', { size: 10 });
    if (items.length !== 1) throw new Error(`${user} sees ${items.length} products`);
    const { body } = await caller.retryUntilResponse('get', '/api/stock/check?sku=TEA');
    const { qty } = body.result;
    if (!(qty > 0 && qty <= teaQuantity)) throw new Error(`${user} sees ${qty} units`);
  });
  return { confirmations: [], going };
}

/** In cents, of an order of 120.00. */
const partBack = 10_00;

/**
 * Buys tea through a provider, one order after the other. Both ledgers prove the payments in the end. The
 * operator refunds a part of some orders.
 */
export function pays(surroundings: Surroundings, buyers: Shopper[]): Person {
  const confirmations: Confirmation[] = [];
  const { environment, random, isOver } = surroundings;
  const going = untilOver(surroundings, async () => {
    const shopper = new Shopper(environment.worldOf(random(2)), providerCodes[random(5)]!);
    buyers.push(shopper);
    const isGivenBack = random(4) === 0;
    if (!(await buys(shopper, isOver)) || !isGivenBack) return;
    const { order_id } = shopper.ids;
    if (!(await giveBack(environment, order_id, partBack, () => !isOver()))) return;
    confirmations.push({
      description: `${partBack} cents of order ${order_id}, refunded once`,
      holds: async () => isDeepStrictEqual((await readRefunds(environment, order_id)).cents, [partBack]),
    });
  });
  return { confirmations, going };
}

/**
 * Retries until the purchase is done or abandoned.
 * @returns whether it is done
 */
async function buys(shopper: Shopper, isOver: () => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const isDone = await shopper.buy().then(
      () => true,
      () => false,
    );
    if (isDone || (isOver() && attempt > 20)) return isDone;
    await pause(200);
  }
  return false;
}

async function untilOver({ isOver, random }: Surroundings, once: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await once();
    await pause(20 + random(100));
  }
}
