import { newCart } from '@fynbos/api/cart/testing/guest.ts';
import { reportMeasurement } from '@fynbos/api/testing/figure.ts';
import { isLong } from '@fynbos/api/testing/long.ts';
import type { PayingShop } from '@fynbos/api/testing/paying-shop.ts';
import { endpoints } from '@fynbos/core/endpoints.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Case, casesOf } from './fuzz/cases.ts';
import { contractCheck } from './fuzz/contract-check.ts';
import { handledWithin } from './fuzz/handled-within.ts';
import { metricsKey, openShopToFuzz } from './fuzz/shop-to-fuzz.ts';
import type { Known } from './fuzz/values-of.ts';

/**
 * Requests made of the contracts and then spoiled, to every call of the shop: each is answered as `docs/openapi.json` says,
 * and none is a failure (spec reliability 6.17). A case that is not is printed in its smallest form with its seed; `SEED`
 * has it again, `npm run torture -- fuzz` sends 20,000.
 */
const cases = Number(process.env.CASES ?? (isLong ? 20_000 : 1200));
const seed = Number(process.env.SEED ?? 1);
const check = contractCheck(endpoints);

let shop: PayingShop;
let known: Known;
beforeAll(async () => {
  ({ shop, known } = await openShopToFuzz());
});
afterAll(() => shop.close());

describe(`${cases} requests nobody of ours sends, from seed ${seed}`, () => {
  test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      const answersAsSaid = fc.asyncProperty(casesOf(endpoint, known), async (one) => {
        const answer = await send(one);
        expect(check(endpoint, answer)).toEqual([]);
      });
      await fc.assert(answersAsSaid, { seed, numRuns: Math.ceil(cases / endpoints.length) });
    },
    isLong ? 600_000 : 60_000,
  );

  test('nothing of it was a failure of ours, and the shop sells as before', async () => {
    expect(shop.log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toEqual([]);
    const cart = await newCart(shop);
    expect((await cart.update({ sku: 'FRU-APPLE', qty: 1 })).status).toBe(200);
    expect(await cart.pull()).toMatchObject([{ sku: 'FRU-APPLE', qty: 1 }]);
  });

  test('how long it took', async () => {
    const figures = await shop.get('/api/metrics', { authorization: `Bearer ${metricsKey}` });
    const { all, within } = handledWithin(figures.body, 1);
    reportMeasurement(
      `${sent} requests made of the contracts and spoiled`,
      `0 failures, 0 answers outside their schema, ${all - within} took longer than a second`,
      '20,000: 0, 0, 0',
    );
    if (isLong) expect(all - within).toBe(0);
    expect(sent).toBeGreaterThanOrEqual(cases);
    // Some are refused before it is known what they are about, and are not among the calls that are timed.
    expect(all).toBeGreaterThan(cases * 0.95);
  });
});

let sent = 0;
async function send({ method, url, headers, body }: Case) {
  sent += 1;
  const response = await fetch(shop.origin + url, { method, headers, body, redirect: 'manual' });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
