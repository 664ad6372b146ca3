import { setTimeout as pause } from 'node:timers/promises';
import type { Shopper } from '@fynbos/api/payments/testing/shopper.ts';
import type { TestResponse } from '@fynbos/api/testing/shop.ts';
import type { History } from './history.ts';
import { looks, orders, type Person, type Promised, pays, type Surroundings, shops } from './people.ts';
import type { Stage } from './stage.ts';

/** People who come whether the shop keeps up or not. */
export interface Crowd extends Pick<Person, 'promised'> {
  buyers: Shopper[];
  /** What somebody met that must not be, in words. */
  wrong: string[];
  /** Nobody comes, or somebody does again. */
  hold(isHeld: boolean): void;
  /** Nobody comes any more. @returns once everybody was served */
  stop(): Promise<void>;
}

/** Of so many who come, what each does, and in how many requests. */
const kinds = [
  { does: 'look', of: 15, requests: 2 },
  { does: 'fill', of: 6, requests: 2 },
  { does: 'order', of: 2, requests: 4 },
  { does: 'pay', of: 1, requests: 6 },
] as const;
const deck = kinds.flatMap(({ does, of }) => Array.from({ length: of }, () => does));
const requestsOfOne = kinds.reduce((sum, { of, requests }) => sum + of * requests, 0) / deck.length;
/** Each of these carts is read back in the end. */
const cartsLookedAt = 50;

/**
 * Sends people one after the other into the shop, so many requests a second: they look for products and at stock, fill carts,
 * order at the door and pay online, once each.
 */
export function openCrowd(surroundings: Omit<Surroundings, 'isOver'>, perSecond: number): Crowd {
  const { stage, history, chance } = surroundings;
  const promised: Promised[] = [];
  const buyers: Shopper[] = [];
  const wrong: string[] = [];
  const under = new Set<Promise<void>>();
  let isHeld = false;
  let isOver = false;
  let filled = 0;

  function send(who: string, does: (typeof deck)[number]): Person {
    let times = 0;
    const once = { ...surroundings, isOver: () => times++ > 0 };
    if (does === 'look') return looks(who, once);
    if (does === 'order') return orders(who, once);
    if (does === 'pay') return pays({ ...once, stage: noted(stage, history, who) }, buyers);
    const person = shops(who, once);
    return filled++ % cartsLookedAt === 0 ? person : { ...person, promised: [] };
  }

  const coming = (async () => {
    let next = performance.now();
    for (let at = 0; !isOver; at++) {
      next += (1000 * requestsOfOne) / perSecond;
      await pause(Math.max(0, next - performance.now()));
      if (isHeld) continue;
      const person = send(`person ${at}`, deck[chance(deck.length)]!);
      const visit: Promise<void> = person.going
        .then(() => void promised.push(...person.promised))
        .catch((cause: unknown) => void wrong.push(String(cause)))
        .finally(() => under.delete(visit));
      under.add(visit);
    }
  })();
  return {
    ...{ promised, buyers, wrong },
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

/** The same stage for somebody who pays, with what they ask written down. */
function noted(stage: Stage, history: History, who: string): Stage {
  const note = async (path: string, asked: Promise<TestResponse>): Promise<TestResponse> => {
    const from = performance.now();
    const answer = await asked.catch((cause: unknown) => ({ status: 0, body: String(cause) }));
    history.note({ who, what: path, from, status: answer.status }, answer.body);
    if (!('headers' in answer)) throw new Error(answer.body);
    return answer;
  };
  return {
    ...stage,
    worldOf(which) {
      const world = stage.worldOf(which);
      const shop = {
        get: () => {
          const { get, post, ...rest } = stage.shops[which]!;
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
