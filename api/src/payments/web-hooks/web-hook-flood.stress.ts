import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { countOrders, differencesOf, notOnce } from '@fynbos/test-kit/payments/ledger-comparison.ts';
import { begin, handOver, payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { eachOf, percentile, shuffled } from '@fynbos/test-kit/payments/statistics.ts';
import {
  openPayingProcesses,
  type PayingProcesses,
  type ShopProcess,
} from '@fynbos/test-kit/processes/payment-shop-processes.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { providerList } from '../providers/provider-list.ts';

/**
 * A flood of genuine and forged web-hooks, in and out of order; `npm run test:stress -- payments` runs it
 * in full size.
 */

const count = repetitions(20, 1000);
const hooksEach = 5;
/** Duration in which they arrive, in seconds. */
const seconds = repetitions(1, 30);
const codes = providerList.filter(({ traits }) => traits.webHook !== 'none').map(({ code }) => code);
/** Combines each provider with each kind. */
const codeOf = (index: number) => codes[(index + Math.floor(index / 10)) % codes.length]!;
const falseKinds = ['forged', 'altered', 'other_merchant'];

let world: PayingProcesses;
let shop: ShopProcess;
beforeAll(async () => {
  world = await openPayingProcesses(payingFiles, behindProxy);
  shop = await world.start();
  // Only the test sends web-hooks.
  await world.scenario({ hooks: { mode: 'none' } });
});
afterAll(() => world.close());

interface HookTarget {
  provider: ProviderCode;
  payment: string | { reference: string };
}

/**
 * Creates a paid payment; every tenth had a failed attempt before, so that an older web-hook contradicts
 * it.
 */
async function paid(index: number): Promise<HookTarget> {
  const provider = codeOf(index);
  const { id } = await payer(shop, provider);
  if (index % 10 === 0) await world.act(provider, id, provider === 'local-a' ? 'cancel' : 'decline');
  await world.act(provider, id, 'pay');
  return { provider, payment: id };
}

/** Creates a shopper who pays before the shop receives the provider's response to the creation. */
async function early(index: number): Promise<{ target: HookTarget; handed: Promise<number> }> {
  const provider = codeOf(index);
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  await cart.update({ sku: 'TEA', qty: 1 });
  const { sent } = await begin(cart, provider);
  const handed = handOver(cart, provider, sent).then(({ status }) => status);
  const { short_reference } = await world.db
    .selectFrom('payment_attempt')
    .select('short_reference')
    .where('reference', '=', sent.checkoutReference)
    .executeTakeFirstOrThrow();
  const payment = { reference: `${short_reference}01` };
  await expect.poll(() => world.act(provider, payment, 'pay').catch(() => undefined)).toBeDefined();
  return { target: { provider, payment }, handed };
}

/**
 * The web-hooks to send for an index: five, of which three in ten are forged; out of order, the newest
 * comes first.
 */
function callsOf(index: number): { kind: string; isTrue: boolean }[] {
  const falseOnes = Array.from({ length: 1 + (index % 2) }, (_, offset) => ({
    kind: falseKinds[(index + offset) % falseKinds.length]!,
    isTrue: false,
  }));
  const trueOnes = ['again', 'replay', 'again', 'replay'].map((kind) => ({ kind, isTrue: true }));
  return [...trueOnes, ...falseOnes.toReversed()].slice(falseOnes.length - 1);
}

test(`${count * hooksEach} web-hooks, three in ten forged and two in ten out of order, have one effect each and no forged one is accepted`, async () => {
  // Every tenth web-hook arrives before the provider responds to the creation.
  const isEarly = (index: number) => index % 10 === 5;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const targets: HookTarget[] = [];
  await eachOf(
    indexes.filter((index) => !isEarly(index)),
    16,
    async (index) => {
      targets[index] = await paid(index);
    },
  );
  const late = indexes.filter(isEarly);
  for (const provider of codes) {
    const times = late.filter((index) => codeOf(index) === provider).length;
    const delayMs = 8000;
    await world.scenario({ provider, faults: [{ on: 'create', kind: 'late', times, delayMs }] });
  }
  const handing: Promise<number>[] = [];
  await eachOf(late, late.length, async (index) => {
    const { target, handed } = await early(index);
    targets[index] = target;
    handing.push(handed);
  });

  const calls = [
    ...late.flatMap((index) => callsOf(index).map((call) => ({ ...call, index }))),
    // The order of one payment's web-hooks stays: those out of order are so on purpose.
    ...shuffled(
      indexes.filter((index) => !isEarly(index)).flatMap((index) => Array(hooksEach).fill(index)),
    ).map((index) => ({ index })),
  ];
  const sentCounts = new Map<number, number>();
  const times: number[] = [];
  const wrong: string[] = [];
  const begun = performance.now();
  await Promise.all(
    calls.map(async ({ index }, position) => {
      const place = sentCounts.get(index) ?? 0;
      sentCounts.set(index, place + 1);
      const { kind, isTrue } = callsOf(index)[place]!;
      await pause((position / calls.length) * seconds * 900);
      const { provider, payment } = targets[index]!;
      const { statuses, tookMs } = await world.sendHook(provider, payment, { kind, from: freshAddress() });
      times.push(...tookMs);
      if (statuses[0] !== (isTrue ? 200 : 401)) wrong.push(`${provider} ${kind}: ${statuses[0]}`);
    }),
  );
  const took = (performance.now() - begun) / 1000;
  expect(wrong).toEqual([]);
  expect(times.length).toBe(count * hooksEach);
  expect(await Promise.all(handing)).toEqual(late.map(() => 200));
  // Only web-hooks placed these orders: the poller has had nothing to find yet.
  expect(await countOrders(world.db)).toEqual({ placed: count });
  expect(await notOnce(world.db)).toEqual([]);
  expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  expect(await invariantViolations(world.db)).toEqual([]);
  const states = await world.db.selectFrom('payment_attempt').select('state').distinct().execute();
  expect(states).toEqual([{ state: 'paid' }]);
  reportMeasurement(
    `${times.length} web-hooks in ${took.toFixed(1)} s, three in ten forged`,
    `one effect each; p50 ${percentile(times, 50)} ms, p99 ${percentile(times, 99)} ms`,
    'no forged one accepted, p99 500 ms',
  );
}, 600_000);
