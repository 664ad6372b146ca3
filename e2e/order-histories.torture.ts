import { test } from 'vitest';
import { orderHistories } from './order-histories.ts';

/** How many, and from where: `HISTORIES=… SEED=… npm run torture -- offline`. */
const histories = Number(process.env.HISTORIES ?? 500);
const firstSeed = Number(process.env.SEED ?? 1);

const live = orderHistories();

test.each(Array.from({ length: histories }, (_, at) => firstSeed + at))(
  'whatever becomes of the line and the page, each order arrives once: history %i',
  live,
);
