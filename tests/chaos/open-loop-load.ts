import { setTimeout as pause } from 'node:timers/promises';
import type { Shopper } from '@fynbos/test-kit/payments/paying-shopper.ts';
import type { TestResponse } from '@fynbos/test-kit/shop/test-shop.ts';
import type { ChaosEnvironment } from './chaos-environment.ts';
import type { History } from './request-history.ts';
import { browses, type Confirmation, orders, type Person, pays, type Surroundings, shops } from './users.ts';

/** Users who arrive at a fixed rate, however busy the shop is. */
export interface UserLoad extends Pick<Person, 'confirmations'> {
  buyers: Shopper[];
  /** Error messages of failed users. */
  wrong: string[];
  /** Pauses or resumes arrivals. */
  hold(isHeld: boolean): void;
  /**
   * Stops arrivals.
   * @returns once every user was served
   */
  stop(): Promise<void>;
}

/** The mix of users by action, and the number of requests of each. */
const kinds = [
  { does: 'look', of: 15, requests: 2 },
  { does: 'fill', of: 6, requests: 2 },
  { does: 'order', of: 2, requests: 4 },
  { does: 'pay', of: 1, requests: 6 },
] as const;
const deck = kinds.flatMap(({ does, of }) => Array.from({ length: of }, () => does));
const requestsOfOne = kinds.reduce((sum, { of, requests }) => sum + of * requests, 0) / deck.length;
/** One cart in this many is verified in the end. */
const cartsPerVerified = 50;

/**
 * Sends users into the shop at a fixed request rate. They search products, check stock, fill carts, order
 * with payment on delivery and pay online, once each.
 */
export function startUserLoad(surroundings: Omit<Surroundings, 'isOver'>, perSecond: number): UserLoad {
  const { environment, history, random } = surroundings;
  const confirmations: Confirmation[] = [];
  const buyers: Shopper[] = [];
  const wrong: string[] = [];
  const under = new Set<Promise<void>>();
  let isHeld = false;
  let isOver = false;
  let filled = 0;

  function send(user: string, does: (typeof deck)[number]): Person {
    let times = 0;
    const once = { ...surroundings, isOver: () => times++ > 0 };
    if (does === 'look') return browses(user, once);
    if (does === 'order') return orders(user, once);
    if (does === 'pay') return pays({ ...once, environment: noted(environment, history, user) }, buyers);
    const person = shops(user, once);
    return filled++ % cartsPerVerified === 0 ? person : { ...person, confirmations: [] };
  }

  const coming = (async () => {
    let next = performance.now();
    for (let at = 0; !isOver; at++) {
      next += (1000 * requestsOfOne) / perSecond;
      await pause(Math.max(0, next - performance.now()));
      if (isHeld) continue;
      const person = send(`person ${at}`, deck[random(deck.length)]!);
      const visit: Promise<void> = person.going
        .then(() => void confirmations.push(...person.confirmations))
        .catch((cause: unknown) => void wrong.push(String(cause)))
        .finally(() => under.delete(visit));
      under.add(visit);
    }
  })();
  return {
    ...{ confirmations, buyers, wrong },
    hold(held) {
      isHeld = held;
    },
    async stop() {
      isOver = true;
      await coming;
      await Promise.all(under);
    },
  };
}

/** The same environment for a paying user, with the calls recorded in the history. */
function noted(environment: ChaosEnvironment, history: History, user: string): ChaosEnvironment {
  const note = async (path: string, call: Promise<TestResponse>): Promise<TestResponse> => {
    const from = performance.now();
    const response = await call.catch((cause: unknown) => ({ status: 0, body: String(cause) }));
    history.note({ user, action: path, from, status: response.status }, response.body);
    if (!('headers' in response)) throw new Error(response.body);
    return response;
  };
  return {
    ...environment,
    worldOf(which) {
      const world = environment.worldOf(which);
      const shop = {
        get: () => {
          const { get, post, ...rest } = environment.shops[which]!;
          return {
            ...rest,
            get: (path: string, headers = {}) => note(path, get(path, headers)),
            post: (path: string, body: unknown, headers = {}) => note(path, post(path, body, headers)),
          };
        },
      };
      return Object.defineProperty({ ...world }, 'shop', shop);
    },
  };
}
