import { test } from '../../fixtures/test.ts';
import { orderHistories } from './random-order-histories.ts';

/** Number of histories and the first seed: `HISTORIES=… SEED=… npm run test:stress -- offline`. */
const histories = Number(process.env.HISTORIES ?? 500);
const firstSeed = Number(process.env.SEED ?? 1);

const live = orderHistories();

for (const seed of Array.from({ length: histories }, (_, at) => firstSeed + at))
  test(`each order arrives exactly once under random network and page failures: history ${seed}`, () =>
    live(seed));
