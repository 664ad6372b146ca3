import { endpoints } from '@fynbos/core/endpoints.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import type { PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { isLong, repetitions } from '@fynbos/test-kit/stress-mode.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractCheck } from './contract-check.ts';
import { metricsKey, openShopToFuzz } from './fuzz-target.ts';
import type { Known } from './known-values.ts';
import { type Case, casesOf } from './request-cases.ts';
import { handledWithin } from './request-durations.ts';

/**
 * Mutated requests from the contracts, to every endpoint of the shop. Every response must match
 * `docs/openapi.json`, and none may be a server failure (spec reliability 6.17). A failing case is printed in
 * its smallest form with its seed; `SEED` repeats it. `npm run test:stress -- fuzz` sends 20,000.
 */
const cases = Number(process.env.CASES ?? repetitions(150, 20_000));
const seed = Number(process.env.SEED ?? 1);
const check = contractCheck(endpoints);

let shop: PayingShop;
let known: Known;
beforeAll(async () => {
  ({ shop, known } = await openShopToFuzz());
});
afterAll(() => shop.close());

describe(`${cases} mutated requests from the contracts, seed ${seed}`, () => {
  test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      const conformsToContract = fc.asyncProperty(casesOf(endpoint, known), async (testCase) => {
        const response = await send(testCase);
        expect(check(endpoint, response)).toEqual([]);
      });
      await fc.assert(conformsToContract, { seed, numRuns: Math.ceil(cases / endpoints.length) });
    },
    isLong ? 600_000 : 120_000,
  );

  test('the shop logs no error after the mutated requests and still sells', async () => {
    expect(shop.log.map((logLine) => JSON.parse(logLine)).filter(({ level }) => level >= 50)).toEqual([]);
    const cart = await newCart(shop);
    expect((await cart.update({ sku: 'FRU-APPLE', qty: 1 })).status).toBe(200);
    expect(await cart.pull()).toMatchObject([{ sku: 'FRU-APPLE', qty: 1 }]);
  });

  test('duration of the mutated requests', async () => {
    const metrics = await shop.get('/api/metrics', { authorization: `Bearer ${metricsKey}` });
    const { all, within } = handledWithin(metrics.body, 1);
    reportMeasurement(
      `${sent} mutated requests from the contracts`,
      `0 failures, 0 responses outside their schema, ${all - within} took longer than a second`,
      '20,000: 0, 0, 0',
    );
    if (isLong) expect(all - within).toBe(0);
    expect(sent).toBeGreaterThanOrEqual(cases);
    // Some requests are refused before routing and are not in the duration metric.
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
