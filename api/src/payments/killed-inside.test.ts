import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy } from '../accounts/testing/people.ts';
import { readConfig } from '../config.ts';
import { tell } from '../testing/figure.ts';
import { isLong } from '../testing/long.ts';
import { openPayingProcesses } from '../testing/paying-processes.ts';
import { providersOf } from './open-providers.ts';
import { refundOrder } from './refund-service.ts';
import { payingFiles } from './testing/paying.ts';
import { standing } from './testing/settled.ts';
import { converge, type RunningWorld, Shopper } from './testing/shopper.ts';

/**
 * A shop that is killed while it takes money: the providers, which live on, and the shop agree in the end, nobody is
 * charged twice, and what was paid is placed (reliability 6.1). `npm run torture -- payments` in full size.
 */

const minute = 60_000;

let world: RunningWorld;
const people: Shopper[] = [];
beforeAll(async () => {
  const opened = await openPayingProcesses(payingFiles, behindProxy);
  world = { ...opened, shop: await opened.start() };
  await world.scenario({ hooks: { mode: 'none' } });
}, 60_000);
afterAll(() => world.close());

/** A part of the way: who is where it begins, what is done then, and whether somebody goes on afterwards. */
interface Walk {
  name: string;
  path: string;
  provider: ProviderCode;
  before(shopper: Shopper): Promise<unknown>;
  /** @returns whether it was done to its end */
  act(shopper: Shopper): Promise<boolean>;
}

const toProvider = async (shopper: Shopper) => {
  await shopper.fill();
  await shopper.save();
  await shopper.go();
  await shopper.pay();
};
const isPlaced = async ({ ids }: Shopper) => (await standing(world.db, ids.order_id)).state === 'placed';
/** A process that died answers nobody; one that lives has to do something. */
function unlessLate(error: Error): false {
  if (error.message === nothingFound) throw error;
  return false;
}
const nothingFound = 'the clock found nothing';

/** Waits for what the clock does, or for the end of the process. */
const unlessGone = async (isDone: () => Promise<boolean>) => {
  let isGone = false;
  const gone = world.shop.gone.then(() => {
    isGone = true;
  });
  const late = performance.now() + 60_000;
  while (!isGone && !(await isDone())) {
    await Promise.race([gone, pause(30)]);
    if (performance.now() > late) throw new Error(nothingFound);
  }
  return !isGone;
};

const diesWithin = (ms: number): Promise<boolean> =>
  Promise.race([world.shop.gone.then(() => true), pause(ms, false)]);

const walks: Walk[] = [
  {
    name: 'an order is written down',
    ...{ path: '/api/order/save-pending-order', provider: 'card' },
    before: (shopper) => shopper.fill(),
    act: (shopper) => shopper.save(),
  },
  ...(['card', 'wallet'] as const).map((provider) => ({
    name: `a shopper is handed over to ${provider}`,
    ...{ path: provider === 'card' ? '/api/payments/card' : '/api/payments/wallet', provider },
    before: async (shopper: Shopper) => {
      await shopper.fill();
      await shopper.save();
    },
    act: (shopper: Shopper) => shopper.go(),
  })),
  {
    name: 'a web-hook of a card is heard',
    ...{ path: '/api/payments/card/web-hook', provider: 'card' },
    before: toProvider,
    act: async ({ provider, id }) =>
      (await world.sendHook(provider, id!, { kind: 'again' })).statuses[0] === 200,
  },
  {
    name: 'a shopper comes back from a wallet, and the money is taken',
    ...{ path: '/api/payments/wallet/status', provider: 'wallet' },
    before: toProvider,
    act: async (shopper) => (await shopper.look()) === 'paid',
  },
  {
    name: 'the clock finds a payment',
    ...{ path: 'watch', provider: 'local-a' },
    before: toProvider,
    act: async (shopper) => {
      await world.advance(minute);
      return unlessGone(() => isPlaced(shopper));
    },
  },
  {
    name: 'money goes back',
    ...{ path: 'watch', provider: 'card' },
    before: async (shopper) => {
      await toProvider(shopper);
      await shopper.look();
    },
    act: async ({ ids }) => {
      const { id } = await standing(world.db, ids.order_id);
      const providers = providersOf(readConfig(world.settings));
      const wish = { value: undefined, reason: 'test', by: 'test' };
      const ahead = () => new Date(Date.now() + world.ahead());
      await refundOrder({ db: world.db, providers, now: ahead }, id, wish);
      return unlessGone(async () => (await standing(world.db, ids.order_id)).kept === 0);
    },
  },
];

/** Where money moves. */
const shortWalks = walks.filter(({ path }) => path === 'watch' || path.endsWith('web-hook'));

describe('killed in the middle', () => {
  test.each(isLong ? walks : shortWalks)(
    'while $name',
    async ({ name, path, provider, before, act }) => {
      const walk = async (point: number | 'answer' | undefined): Promise<boolean> => {
        const shopper = new Shopper(world, provider);
        people.push(shopper);
        // It may still want to die where it came to nothing.
        await world.shop.arm({ path, point: undefined });
        await before(shopper);
        await world.shop.arm({ path, point });
        return act(shopper).catch(unlessLate);
      };
      // The clock has nothing else to do.
      if (path === 'watch') await converge(world, people);
      expect(await walk(undefined)).toBe(true);
      const steps = await world.shop.steps();
      const every = [...Array(steps.length * 2 + 1).keys(), 'answer' as const];
      // What the clock does is what a web-hook does, takes seconds each time, and answers nobody.
      const all = path === 'watch' ? every.filter((one) => one !== 'answer' && one % 2 === 1) : every;
      const middle = Math.floor(all.length / 2);
      // The clock may not come as far as the last time: then it is killed earlier.
      const some = path === 'watch' ? all.slice(0, middle + 1).toReversed() : ['answer' as const];
      const points = isLong ? all : some;
      let deaths = 0;
      for (const [index, point] of points.entries()) {
        if (deaths > 0 && !isLong) break;
        const wasAnswered = await walk(point);
        // There may be fewer steps this time. What the clock has done is seen before it has ended, and it may come to
        // the point in another round; a round with nothing to do may end before that point.
        if (wasAnswered && (path !== 'watch' || !(await diesWithin(5000)))) continue;
        deaths += 1;
        await world.shop.gone;
        world.shop = await world.start();
        // Every other one goes on; the others have had enough.
        if (index % 2 === 0 && provider !== 'local-a') await people.at(-1)!.buy();
      }
      expect(deaths).toBeGreaterThan(0);
      tell(`the shop killed while ${name}`, `${deaths} times, in ${steps.length} statements`, 'books agree');
      await world.shop.arm({ path, point: undefined });
    },
    400_000,
  );
});

test('in the end the shop and the providers agree, and nobody paid for nothing', async () => {
  await converge(world, people);
  const paid = people.filter(({ isPaid }) => isPaid).length;
  tell(
    'whose payment the shop was killed in',
    `${paid} of ${people.length} paid, each order is placed once, the others ended unpaid; ready after ${Math.round(world.slowest())} ms at most`,
    'each once, 5 s',
  );
}, 120_000);
