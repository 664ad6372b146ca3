import { setTimeout as pause } from 'node:timers/promises';
import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, freshAddress } from '../accounts/testing/people.ts';
import { cartOf, newCart, type TestCart } from '../cart/testing/guest.ts';
import { readConfig } from '../config.ts';
import { faultsIn } from '../orders/testing/books.ts';
import { isLong } from '../orders/testing/long.ts';
import { openPayingProcesses, type PayingProcesses, type ShopProcess } from '../testing/paying-processes.ts';
import { providersOf } from './open-providers.ts';
import { refundOrder } from './refund-service.ts';
import { countOrders, differencesOf, notOnce } from './testing/books.ts';
import { begin, handOver, payingFiles } from './testing/paying.ts';
import { standing } from './testing/settled.ts';

/**
 * A shop that is killed while it takes money: the providers, which live on, and the shop agree in the end, nobody is
 * charged twice, and what was paid is placed (reliability 6.1). `npm run torture -- payments` in full size.
 */

const pieces = 100_000;
const moments = isLong ? 120 : 2;
const atOnce = 8;
const minute = 60_000;

let world: PayingProcesses;
let shop: ShopProcess;
const people: Shopper[] = [];
beforeAll(async () => {
  world = await openPayingProcesses(payingFiles, behindProxy);
  shop = await world.start();
}, 60_000);
afterAll(() => world.close());

/** Somebody who buys tea, and goes on after the shop was away. */
class Shopper {
  readonly provider: ProviderCode;
  readonly ids = {
    order_id: crypto.randomUUID() as string,
    checkoutReference: crypto.randomUUID() as string,
  };
  #token = '';
  #headers = { 'x-forwarded-for': freshAddress() };
  #sent: Awaited<ReturnType<typeof begin>>['sent'] | undefined;
  /** The provider's name of the payment. */
  id: string | undefined;
  isPaid = false;

  constructor(provider: ProviderCode) {
    this.provider = provider;
  }

  get #cart(): TestCart {
    return cartOf(shop, this.#token, this.#headers);
  }

  async fill(): Promise<void> {
    const cart = await newCart(shop, this.#headers);
    this.#token = cart.token;
    await cart.update({ sku: 'TEA', qty: 1 });
  }

  async save(): Promise<boolean> {
    const { answered, sent } = await begin(this.#cart, this.provider, this.ids);
    expect(answered.status).toBe(200);
    this.#sent = sent;
    return true;
  }

  /** @returns whether they were sent to the provider; not while an earlier try may be under way */
  async go(): Promise<boolean> {
    const { status, body } = await handOver(this.#cart, this.provider, this.#sent!);
    expect([200, 503]).toContain(status);
    if (status === 200) this.id = body.result.id;
    return status === 200;
  }

  /** Nobody pays twice who knows that they paid. */
  async pay(): Promise<void> {
    if (!this.isPaid) await world.act(this.provider, this.id!, 'pay');
    this.isPaid = true;
  }

  async look(): Promise<string> {
    const { body } = await this.#cart.get(
      `/api/payments/${this.provider}/status?ref=${this.ids.checkoutReference}`,
    );
    return body.result.status;
  }

  /** All of it, from where they are. */
  async buy(): Promise<void> {
    if (!this.#token) await this.fill();
    if (!this.isPaid) {
      await this.save();
      while (!(await this.go())) await world.advance(20_000);
      await this.pay();
    }
    await this.look();
  }
}

/** What has to be true once everything is decided: what was paid is placed, all else is given up. */
async function converge(): Promise<void> {
  const open = async () => {
    await world.advance(30 * minute);
    const { pending_payment: waiting = 0 } = await countOrders(world.db);
    const refunds = world.db.selectFrom('refund').select('id').where('state', 'in', ['requested', 'sent']);
    return waiting + (await refunds.execute()).length;
  };
  await expect.poll(open, { timeout: 90_000, interval: 300 }).toBe(0);
  const wrong = [];
  for (const { ids, isPaid, provider } of people) {
    const state = await standing(world.db, ids.order_id).catch(() => ({ state: 'never written' }));
    if (isPaid !== (state.state === 'placed')) wrong.push({ provider, isPaid, ...state });
  }
  expect(wrong).toEqual([]);
  expect(await notOnce(world.db)).toEqual([]);
  expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  expect(await faultsIn(world.db)).toEqual([]);
  const { placed = 0 } = await countOrders(world.db);
  const stock = await world.db.selectFrom('stock').select('qty').where('qty', '>', 1).execute();
  expect(stock).toEqual([{ qty: pieces - placed }]);
}

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
/** Waits for what the clock does, or for the end of the process. */
const unlessGone = async (isDone: () => Promise<boolean>) => {
  let isGone = false;
  const gone = shop.gone.then(() => {
    isGone = true;
  });
  while (!isGone && !(await isDone())) await Promise.race([gone, pause(30)]);
  return !isGone;
};

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
      await world.scenario({ hooks: { mode: 'none' } });
      const people: Shopper[] = [];
      const walk = async (point: number | 'answer' | undefined): Promise<boolean> => {
        const shopper = new Shopper(provider);
        people.push(shopper);
        await before(shopper);
        await shop.arm({ path, point });
        return act(shopper).catch(() => false);
      };
      expect(await walk(undefined)).toBe(true);
      const steps = await shop.steps();
      const all = [...Array(steps.length * 2 + 1).keys(), 'answer' as const];
      const middle = Math.floor(all.length / 2);
      const points = isLong ? all : [path === 'watch' ? all[middle]! : ('answer' as const)];
      let deaths = 0;
      for (const [index, point] of points.entries()) {
        const wasAnswered = await walk(point);
        // There may be fewer steps this time, and the clock answers nobody.
        if (wasAnswered) continue;
        deaths += 1;
        await shop.gone;
        shop = await world.start();
        // Every other one goes on; the others have had enough.
        if (index % 2 === 0 && provider !== 'local-a') await people.at(-1)!.buy();
      }
      expect(deaths).toBeGreaterThan(0);
      console.log(
        `${deaths} times while ${name}: ${isLong ? steps.join(' → ') : `${steps.length} statements`}`,
      );
      await shop.arm({ path, point: undefined });
    },
    300_000,
  );
});

test(`killed at ${moments} moments while ${atOnce} pay`, async () => {
  await world.scenario({ hooks: { mode: 'normal' } });
  for (let moment = 0; moment < moments; moment++) {
    const now = Array.from(
      { length: atOnce },
      (_, index) => new Shopper(providerCodes[(moment + index) % 5]!),
    );
    people.push(...now);
    // Some are further than others.
    const buying = now.map(async (shopper, index) => {
      await pause(index * 12);
      await shopper.buy().catch(() => undefined);
    });
    await pause((moment * 37) % 260);
    await shop.kill();
    await Promise.all(buying);
    shop = await world.start();
    await Promise.all(now.filter((_, index) => index % 2 === 0).map((shopper) => shopper.buy()));
  }
}, 900_000);

test('in the end the shop and the providers agree, and nobody paid for nothing', async () => {
  await converge();
  const paid = people.filter(({ isPaid }) => isPaid).length;
  console.log(`${paid} of ${people.length} paid, each order is placed once, the others ended unpaid;`);
  console.log(`ready again after ${Math.round(world.slowest())} ms at most.`);
}, 120_000);
