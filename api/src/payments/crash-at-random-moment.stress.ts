import { setTimeout as pause } from 'node:timers/promises';
import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { converge, type RunningWorld, Shopper } from '@fynbos/test-kit/payments/paying-shopper.ts';
import { openPayingProcesses } from '@fynbos/test-kit/processes/payment-shop-processes.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, test } from 'vitest';

/**
 * A shop process that is killed at random moments while shoppers pay; `npm run test:stress -- payments` in full
 * size.
 */

const moments = repetitions(1, 120);
const atOnce = 8;

let world: RunningWorld;
beforeAll(async () => {
  const opened = await openPayingProcesses(payingFiles, behindProxy);
  world = { ...opened, shop: await opened.start() };
});
afterAll(() => world.close());

test(`after the shop was killed at ${moments} moments while ${atOnce} shoppers pay, shop and providers agree, and every payment has an order`, async () => {
  const shoppers: Shopper[] = [];
  for (let moment = 0; moment < moments; moment++) {
    const now = Array.from(
      { length: atOnce },
      (_, index) => new Shopper(world, providerCodes[(moment + index) % 5]!),
    );
    shoppers.push(...now);
    // Staggers the shoppers, so that they are in different steps.
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
  await converge(world, shoppers);
  const paid = shoppers.filter(({ isPaid }) => isPaid).length;
  reportMeasurement(
    `the shop killed at ${moments} moments while people pay`,
    `${paid} of ${shoppers.length} paid and have one order each, the others have none; ready after ${Math.round(world.slowest())} ms at most`,
    'each once, 5 s',
  );
}, 1_800_000);
