import { setTimeout as pause } from 'node:timers/promises';
import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { behindProxy } from '../accounts/testing/people.ts';
import { tell } from '../testing/figure.ts';
import { isLong } from '../testing/long.ts';
import { openPayingProcesses } from '../testing/paying-processes.ts';
import { payingFiles } from './testing/paying.ts';
import { converge, type RunningWorld, Shopper } from './testing/shopper.ts';

/** A shop that is killed at any moment while people pay; `npm run torture -- payments` in full size. */

const moments = isLong ? 120 : 3;
const atOnce = 8;

let world: RunningWorld;
beforeAll(async () => {
  const opened = await openPayingProcesses(payingFiles, behindProxy);
  world = { ...opened, shop: await opened.start() };
}, 60_000);
afterAll(() => world.close());

test(`killed at ${moments} moments while ${atOnce} pay: in the end shop and providers agree, and nobody paid for nothing`, async () => {
  const people: Shopper[] = [];
  for (let moment = 0; moment < moments; moment++) {
    const now = Array.from(
      { length: atOnce },
      (_, index) => new Shopper(world, providerCodes[(moment + index) % 5]!),
    );
    people.push(...now);
    // Some are further than others.
    const buying = now.map(async (shopper, index) => {
      await pause(index * 12);
      await shopper.buy().catch(() => undefined);
    });
    await pause((moment * 37) % 260);
    await world.shop.kill();
    await Promise.all(buying);
    world.shop = await world.start();
    await Promise.all(now.filter((_, index) => index % 2 === 0).map((shopper) => shopper.buy()));
  }
  await converge(world, people);
  const paid = people.filter(({ isPaid }) => isPaid).length;
  tell(
    `the shop killed at ${moments} moments while people pay`,
    `${paid} of ${people.length} paid and have one order each, the others have none; ready after ${Math.round(world.slowest())} ms at most`,
    'each once, 5 s',
  );
}, 1_800_000);
