import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { freshAddress } from '@fynbos/api/accounts/testing/people.ts';
import { orderFor } from '@fynbos/api/orders/testing/order.ts';
import { Shopper } from '@fynbos/api/payments/testing/shopper.ts';
import type { TestResponse } from '@fynbos/api/testing/shop.ts';
import { providerCodes } from '@fynbos/core/payments/providers.ts';
import type { RandomInt } from '../../e2e/chance.ts';
import type { History } from './history.ts';
import { cancel, giveBack, readRefunds } from './operator.ts';
import { piecesOfTea, type Stage } from './stage.ts';

/** What somebody was told is done, and how to see whether it is. */
export interface Promised {
  what: string;
  isKept(): Promise<boolean>;
}

/** Somebody who uses the shop until they are told to stop, and remembers what they were told. */
export interface Person {
  promised: Promised[];
  /** Ends once what they are at is done. */
  going: Promise<void>;
}

/** What people were told is done, and is not. */
export async function brokenPromises(people: readonly Person[]): Promise<string[]> {
  const broken: string[] = [];
  for (const { what, isKept } of people.flatMap(({ promised }) => promised))
    if (!(await isKept())) broken.push(what);
  return broken;
}

export interface Surroundings {
  stage: Stage;
  history: History;
  chance: RandomInt;
  isOver: () => boolean;
  /** How long whoever was not served waits before asking again; a tenth of a second when left out. */
  retryMs?: number;
}

/** Longer than any of it may take. */
const patienceMs = 15_000;

/**
 * A caller of the shop, who is brought to either process as a proxy would, and asks again, with the same words, until there is
 * an answer.
 */
class Caller {
  readonly #who: string;
  readonly #surroundings: Surroundings;
  #at: number;

  constructor(who: string, surroundings: Surroundings) {
    this.#who = who;
    this.#surroundings = surroundings;
    this.#at = surroundings.chance(2);
  }

  async untilAnswered(
    method: 'get' | 'post',
    path: string,
    body?: object,
    headers = {},
  ): Promise<TestResponse> {
    const { stage, history, retryMs = 100 } = this.#surroundings;
    for (;;) {
      const from = performance.now();
      const shop = stage.shops[this.#at % 2]!;
      const init = {
        method: method.toUpperCase(),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress(), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      };
      const answer = await fetch(shop.origin + path, init)
        .then(async (response) => ({
          status: response.status,
          headers: response.headers,
          body: await response.json(),
        }))
        .catch(String);
      const status = typeof answer === 'string' ? 0 : answer.status;
      const said = typeof answer === 'string' ? answer : answer.body;
      const retryAfter =
        typeof answer === 'string' ? undefined : (answer.headers.get('retry-after') ?? undefined);
      const outcome = history.note({ who: this.#who, what: path, from, status, retryAfter }, said);
      if (typeof answer !== 'string' && outcome !== 'unknown') return answer;
      this.#at += 1;
      await pause(retryMs);
    }
  }

  /** @throws what the shop said, where it refuses */
  async done(path: string, body: object, headers = {}): Promise<TestResponse['body']> {
    const answer = await this.untilAnswered('post', path, body, headers);
    if (answer.status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** What tea for one costs with its delivery, in cents; and a tenth off the tea. */
const costs = { TENTH: 114_00, nothing: 120_00 };

/**
 * Orders tea that is paid at the door, one order after the other, each under an id of its own, some with a coupon; the operator
 * cancels one now and then.
 */
export function orders(who: string, surroundings: Surroundings): Person {
  const promised: Promised[] = [];
  const caller = new Caller(who, surroundings);
  const { stage, chance } = surroundings;
  const going = untilOver(surroundings, async () => {
    const token = { 'x-cart-token': (await caller.done('/api/cart/create', {})).result as string };
    const write = { ...token, 'idempotency-key': crypto.randomUUID() };
    await caller.done('/api/cart/update', { cartItem: { sku: 'TEA', qty: 1 } }, write);
    const hasCoupon = chance(3) === 0;
    if (hasCoupon) await caller.done('/api/cart/apply-coupon?coupon=TENTH', {}, token);
    const order = orderFor({ TEA: 1 });
    const { result } = await caller.done('/api/order', order, token);
    const again = await caller.done('/api/order', order, token);
    const isCanceled = chance(4) === 0;
    if (isCanceled) await cancel(stage, result.orderNumber);
    const told = {
      number: result.orderNumber as string,
      state: isCanceled ? 'canceled' : 'placed',
      grand_total_cents: hasCoupon ? costs.TENTH : costs.nothing,
    };
    promised.push({
      what: `order ${told.number} of ${who}, ${JSON.stringify(told)}`,
      async isKept() {
        const rows = await stage.db
          .selectFrom('sales_order')
          .select(['number', 'state', 'grand_total_cents'])
          .where('order_id', '=', order.order_id)
          .execute();
        return isDeepStrictEqual(rows, [told]) && again.result.orderNumber === told.number;
      },
    });
  });
  return { promised, going };
}

/** Puts tea into one cart and takes it out, and knows at each moment how much is in it. */
export function shops(who: string, surroundings: Surroundings): Person {
  const promised: Promised[] = [];
  const caller = new Caller(who, surroundings);
  let token: { 'x-cart-token': string } | undefined;
  let pieces = 0;
  const going = untilOver(surroundings, async () => {
    token ??= { 'x-cart-token': (await caller.done('/api/cart/create', {})).result as string };
    const more = pieces > 20 ? -pieces : 1 + surroundings.chance(3);
    const write = { ...token, 'idempotency-key': crypto.randomUUID() };
    // A quantity is added to what is there; nothing at all takes the line out.
    if (more > 0) await caller.done('/api/cart/update', { cartItem: { sku: 'TEA', qty: more } }, write);
    else await caller.done('/api/cart/delete', { cartItem: { sku: 'TEA' } }, write);
    pieces += more;
  });
  promised.push({
    what: `the cart of ${who}`,
    async isKept() {
      if (!token) return true;
      const { body } = await caller.untilAnswered('get', '/api/cart/pull', undefined, token);
      const held = body.result.reduce((sum: number, { qty }: { qty: number }) => sum + qty, 0);
      return held === pieces;
    },
  });
  return { promised, going };
}

/** Changes the name on an account, again and again, and looks at it; logs in anew now and then. */
export function changesName(who: string, surroundings: Surroundings): Person {
  const promised: Promised[] = [];
  const caller = new Caller(who, surroundings);
  const email = `${who.replaceAll(' ', '-')}-${crypto.randomUUID()}@example.co.za`;
  const password = 'Kettle-and-Rusks-7';
  let name = 'Thandi';
  let isThere = false;
  let token = '';
  const logIn = async () => {
    const answer = await caller.untilAnswered('post', '/api/user/login', { username: email, password });
    // Nobody logs in as often without end: whoever is logged in stays so.
    if (answer.status === 429 && token) return;
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    token = answer.body.result;
  };
  const going = untilOver(surroundings, async () => {
    if (!isThere) {
      const customer = { email, firstname: name, lastname: 'Nkosi' };
      // Whoever was not told whether it was done, and asks again, is told that somebody has the address.
      const made = await caller.untilAnswered('post', '/api/user/create', { customer, password });
      if (made.status !== 200 && made.body.meta.problem !== 'email_taken')
        throw new Error(JSON.stringify(made.body));
      isThere = true;
    }
    if (!token || surroundings.chance(100) === 0) await logIn();
    const next = `Thandi ${String.fromCharCode(97 + surroundings.chance(26))}${String.fromCharCode(97 + surroundings.chance(26))}`;
    const customer = { email, firstname: next, lastname: 'Nkosi' };
    const answer = await caller.untilAnswered(
      'post',
      '/api/user/me',
      { customer },
      { authorization: `Bearer ${token}` },
    );
    if (answer.status === 401) return logIn();
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    name = next;
    const seen = await caller.untilAnswered('get', '/api/user/me', undefined, {
      authorization: `Bearer ${token}`,
    });
    if (seen.status === 200 && seen.body.result.firstname !== name)
      throw new Error(`${who} is called ${seen.body.result.firstname}, not ${name}`);
  });
  promised.push({
    what: `the name of ${who}`,
    async isKept() {
      if (!token) return true;
      await logIn();
      const { body } = await caller.untilAnswered('get', '/api/user/me', undefined, {
        authorization: `Bearer ${token}`,
      });
      return body.result.firstname === name;
    },
  });
  return { promised, going };
}

/** Looks at what is sold. What needs no database is answered without one. */
export function looks(who: string, surroundings: Surroundings): Person {
  const caller = new Caller(who, surroundings);
  const going = untilOver(surroundings, async () => {
    const { items } = await caller.done('/api/catalog/fynbos/product/_search', { size: 10 });
    if (items.length !== 1) throw new Error(`${who} sees ${items.length} products`);
    const { body } = await caller.untilAnswered('get', '/api/stock/check?sku=TEA');
    const { qty } = body.result;
    if (!(qty > 0 && qty <= piecesOfTea)) throw new Error(`${who} is told of ${qty} pieces`);
  });
  return { promised: [], going };
}

/** In cents, of an order of 120.00. */
const partBack = 10_00;

/**
 * Buys tea with a provider, one order after the other; whether it was paid is proven in the end by both books. The operator gives
 * a part of the money back now and then.
 */
export function pays(surroundings: Surroundings, buyers: Shopper[]): Person {
  const promised: Promised[] = [];
  const { stage, chance, isOver } = surroundings;
  const going = untilOver(surroundings, async () => {
    const shopper = new Shopper(stage.worldOf(chance(2)), providerCodes[chance(5)]!);
    buyers.push(shopper);
    const isGivenBack = chance(4) === 0;
    if (!(await buys(shopper, isOver)) || !isGivenBack) return;
    const { order_id } = shopper.ids;
    if (!(await giveBack(stage, order_id, partBack, () => !isOver()))) return;
    promised.push({
      what: `${partBack} cents of order ${order_id}, given back once`,
      isKept: async () => isDeepStrictEqual((await readRefunds(stage, order_id)).cents, [partBack]),
    });
  });
  return { promised, going };
}

/** Tries until it is done; some give up on the way, most go on. @returns whether it is done */
async function buys(shopper: Shopper, isOver: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 40; tries++) {
    const isDone = await shopper.buy().then(
      () => true,
      () => false,
    );
    if (isDone || (isOver() && tries > 20)) return isDone;
    await pause(200);
  }
  return false;
}

async function untilOver({ isOver, chance }: Surroundings, once: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await once();
    await pause(20 + chance(100));
  }
}
