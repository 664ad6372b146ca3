import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { converge, type RunningWorld, Shopper } from '@fynbos/test-kit/payments/paying-shopper.ts';
import { readOrderState } from '@fynbos/test-kit/payments/settled-orders.ts';
import { openPayingProcesses } from '@fynbos/test-kit/processes/payment-shop-processes.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { isShortened } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { providersOf } from './provider-setup.ts';
import { refundOrder } from './refunds/refund-service.ts';

/**
 * A shop process that is killed while it takes money. In the end providers and shop agree, no shopper is
 * charged twice, and each paid order is placed (spec reliability 6.1). `npm run test:stress -- payments` kills it
 * after every statement, and `-- short` once in each step that moves money.
 */

const minute = 60_000;

let world: RunningWorld;
const shoppers: Shopper[] = [];
beforeAll(async () => {
  const opened = await openPayingProcesses(payingFiles, behindProxy);
  world = { ...opened, shop: await opened.start() };
  await world.scenario({ hooks: { mode: 'none' } });
});
afterAll(() => world.close());

/** A step of the checkout: its preconditions, its action, and its path. */
interface Walk {
  name: string;
  path: string;
  provider: ProviderCode;
  before(shopper: Shopper): Promise<unknown>;
  /** @returns whether it completed */
  act(shopper: Shopper): Promise<boolean>;
}

const toProvider = async (shopper: Shopper) => {
  await shopper.fill();
  await shopper.save();
  await shopper.go();
  await shopper.pay();
};
const isPlaced = async ({ ids }: Shopper) =>
  (await readOrderState(world.db, ids.order_id)).state === 'placed';
/** A killed process does not respond; a live one must do something. */
function unlessLate(error: Error): false {
  if (error.message === nothingFound) throw error;
  return false;
}
const nothingFound = 'polling found nothing';

/** Waits for polling, or for the end of the process. */
const unlessCrashed = async (isDone: () => Promise<boolean>) => {
  let hasExited = false;
  const exit = world.shop.exited.then(() => {
    hasExited = true;
  });
  const late = performance.now() + 60_000;
  while (!hasExited && !(await isDone())) {
    await Promise.race([exit, pause(30)]);
    if (performance.now() > late) throw new Error(nothingFound);
  }
  return !hasExited;
};

const diesWithin = (ms: number): Promise<boolean> =>
  Promise.race([world.shop.exited.then(() => true), pause(ms, false)]);

const walks: Walk[] = [
  {
    name: 'a pending order is written',
    ...{ path: '/api/order/save-pending-order', provider: 'card' },
    before: (shopper) => shopper.fill(),
    act: (shopper) => shopper.save(),
  },
  ...(['card', 'wallet'] as const).map((provider) => ({
    name: `a shopper is redirected to ${provider}`,
    ...{ path: provider === 'card' ? '/api/payments/card' : '/api/payments/wallet', provider },
    before: async (shopper: Shopper) => {
      await shopper.fill();
      await shopper.save();
    },
    act: (shopper: Shopper) => shopper.go(),
  })),
  {
    name: 'a card web-hook is processed',
    ...{ path: '/api/payments/card/web-hook', provider: 'card' },
    before: toProvider,
    act: async ({ provider, id }) =>
      (await world.sendHook(provider, id!, { kind: 'again' })).statuses[0] === 200,
  },
  {
    name: 'a shopper returns from PayPal, and the money is captured',
    ...{ path: '/api/payments/wallet/status', provider: 'wallet' },
    before: toProvider,
    act: async (shopper) => (await shopper.checkStatus()) === 'paid',
  },
  {
    name: 'polling finds a payment',
    ...{ path: 'watch', provider: 'local-a' },
    before: toProvider,
    act: async (shopper) => {
      await world.advance(minute);
      return unlessCrashed(() => isPlaced(shopper));
    },
  },
  {
    name: 'money is refunded',
    ...{ path: 'watch', provider: 'card' },
    before: async (shopper) => {
      await toProvider(shopper);
      await shopper.checkStatus();
    },
    act: async ({ ids }) => {
      const { id } = await readOrderState(world.db, ids.order_id);
      const providers = providersOf(readConfig(world.settings));
      const refundRequest = { value: undefined, reason: 'test', by: 'test' };
      const ahead = () => new Date(Date.now() + world.ahead());
      await refundOrder({ db: world.db, providers, now: ahead }, id, refundRequest);
      return unlessCrashed(async () => (await readOrderState(world.db, ids.order_id)).netCents === 0);
    },
  },
];

/** The steps that move money. */
const shortWalks = walks.filter(({ path }) => path === 'watch' || path.endsWith('web-hook'));

describe('a shop process that is killed', () => {
  test.each(isShortened ? shortWalks : walks)(
    'while $name',
    async ({ name, path, provider, before, act }) => {
      const walk = async (point: number | 'answer' | undefined): Promise<boolean> => {
        const shopper = new Shopper(world, provider);
        shoppers.push(shopper);
        // A previous crash point may still be armed.
        await world.shop.arm({ path, point: undefined });
        await before(shopper);
        await world.shop.arm({ path, point });
        return act(shopper).catch(unlessLate);
      };
      // Leaves no other work for polling.
      if (path === 'watch') await converge(world, shoppers);
      expect(await walk(undefined)).toBe(true);
      const steps = await world.shop.steps();
      const every = [...Array(steps.length * 2 + 1).keys(), 'answer' as const];
      // Polling does the same work as a web-hook, takes seconds each time, and sends no response.
      const all = path === 'watch' ? every.filter((point) => point !== 'answer' && point % 2 === 1) : every;
      const middle = Math.floor(all.length / 2);
      // Polling may need fewer statements this time, so the process is killed earlier.
      const selectedPoints = path === 'watch' ? all.slice(0, middle + 1).toReversed() : ['answer' as const];
      const points = isShortened ? selectedPoints : all;
      let deaths = 0;
      for (const [index, point] of points.entries()) {
        if (deaths > 0 && isShortened) break;
        const isCompleted = await walk(point);
        // There may be fewer statements this time. The result of polling is visible before its round ends,
        // so the crash point may be reached in another round; a round without work may end before it.
        if (isCompleted && (path !== 'watch' || !(await diesWithin(5000)))) continue;
        deaths += 1;
        await world.shop.exited;
        world.shop = await world.start();
        // Every second shopper continues; the others leave.
        if (index % 2 === 0 && provider !== 'local-a') await shoppers.at(-1)!.buy();
      }
      expect(deaths).toBeGreaterThan(0);
      reportMeasurement(
        `the shop killed while ${name}`,
        `${deaths} times, in ${steps.length} statements`,
        'books agree',
      );
      await world.shop.arm({ path, point: undefined });
    },
    400_000,
  );
});

test('in the end shop and providers agree, and every payment has an order', async () => {
  await converge(world, shoppers);
  const paid = shoppers.filter(({ isPaid }) => isPaid).length;
  reportMeasurement(
    'whose payment the shop was killed in',
    `${paid} of ${shoppers.length} paid, each order is placed once, the others ended unpaid; ready after ${Math.round(world.slowest())} ms at most`,
    'each once, 5 s',
  );
}, 600_000);
