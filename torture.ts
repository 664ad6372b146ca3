import { playHistory } from './storefront/app/cart/testing/interleaving.ts';

/**
 * Plays histories of the cart for as long as is wanted: `npm run torture -- HISTORIES SEED STEPS`. The one that
 * goes wrong is printed with its seed, and can be had again.
 */
const [histories = 100_000, first = 1, steps = 60] = process.argv.slice(2).map(Number);

for (let seed = first; seed < first + histories; seed++) {
  await playHistory(seed, steps);
  if ((seed - first + 1) % 1000 === 0) console.log(`${seed - first + 1} histories, all as the model says`);
}
