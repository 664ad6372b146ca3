import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { behindProxy, freshAddress } from '../accounts/testing/people.ts';
import { newCart } from '../cart/testing/guest.ts';
import { faultsIn } from '../orders/testing/books.ts';
import { tell } from '../testing/figure.ts';
import { isLong } from '../testing/long.ts';
import { openPayingProcesses, type PayingProcesses, type ShopProcess } from '../testing/paying-processes.ts';
import { countOrders, differencesOf, notOnce } from './testing/books.ts';
import { eachOf, percentile, shuffled } from './testing/figures.ts';
import { begin, handOver, payer, payingFiles } from './testing/paying.ts';

/** A flood of calls from providers, true and false ones, in and out of order; `npm run torture -- payments` in full size. */

const count = isLong ? 1000 : 40;
const hooksEach = 5;
/** In how many seconds they come. */
const seconds = isLong ? 30 : 2;
const codes: readonly ProviderCode[] = ['card', 'local-a', 'local-b', 'wallet'];
/** Each provider in each of the ways. */
const codeOf = (index: number) => codes[(index + Math.floor(index / 10)) % codes.length]!;
const falseKinds = ['forged', 'altered', 'other_merchant'];

let world: PayingProcesses;
let shop: ShopProcess;
beforeAll(async () => {
  world = await openPayingProcesses(payingFiles, behindProxy);
  shop = await world.start();
  // What is told is told by the test alone.
  await world.scenario({ hooks: { mode: 'none' } });
}, 60_000);
afterAll(() => world.close());

interface Told {
  provider: ProviderCode;
  payment: string | { reference: string };
}

/** A shopper who paid; every tenth tried in vain before, so that an older call says otherwise. */
async function paid(index: number): Promise<Told> {
  const provider = codeOf(index);
  const { id } = await payer(shop, provider);
  if (index % 10 === 0) await world.act(provider, id, provider === 'local-a' ? 'cancel' : 'decline');
  await world.act(provider, id, 'pay');
  return { provider, payment: id };
}

/** A shopper who paid before the shop heard the answer of the provider that it made the payment. */
async function early(index: number): Promise<{ told: Told; handed: Promise<number> }> {
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
  return { told: { provider, payment }, handed };
}

/** What of an index is sent: five calls, of which three in ten are false; out of order, the newest comes first. */
function callsOf(index: number): { kind: string; isTrue: boolean }[] {
  const falseOnes = Array.from({ length: 1 + (index % 2) }, (_, one) => ({
    kind: falseKinds[(index + one) % falseKinds.length]!,
    isTrue: false,
  }));
  const trueOnes = ['again', 'replay', 'again', 'replay'].map((kind) => ({ kind, isTrue: true }));
  return [...trueOnes, ...falseOnes.toReversed()].slice(falseOnes.length - 1);
}

test(`${count * hooksEach} web-hooks, three in ten false and two in ten out of order: one effect each, none believed that is false`, async () => {
  // Every tenth is told of before its hand-off is answered.
  const isEarly = (index: number) => index % 10 === 5;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const told: Told[] = [];
  await eachOf(
    indexes.filter((index) => !isEarly(index)),
    16,
    async (index) => {
      told[index] = await paid(index);
    },
  );
  const late = indexes.filter(isEarly);
  for (const provider of codes) {
    const times = late.filter((index) => codeOf(index) === provider).length;
    const delayMs = isLong ? 8000 : 2500;
    await world.scenario({ provider, faults: [{ on: 'create', kind: 'late', times, delayMs }] });
  }
  const handing: Promise<number>[] = [];
  await eachOf(late, late.length, async (index) => {
    const { told: one, handed } = await early(index);
    told[index] = one;
    handing.push(handed);
  });

  const calls = [
    ...late.flatMap((index) => callsOf(index).map((call) => ({ ...call, index }))),
    // Of one payment the order stays: what is out of order is so on purpose.
    ...shuffled(
      indexes.filter((index) => !isEarly(index)).flatMap((index) => Array(hooksEach).fill(index)),
    ).map((index) => ({ index })),
  ];
  const taken = new Map<number, number>();
  const times: number[] = [];
  const wrong: string[] = [];
  const begun = performance.now();
  await Promise.all(
    calls.map(async ({ index }, position) => {
      const place = taken.get(index) ?? 0;
      taken.set(index, place + 1);
      const { kind, isTrue } = callsOf(index)[place]!;
      await pause((position / calls.length) * seconds * 900);
      const { provider, payment } = told[index]!;
      const { statuses, tookMs } = await world.sendHook(provider, payment, { kind });
      times.push(...tookMs);
      if (statuses[0] !== (isTrue ? 200 : 401)) wrong.push(`${provider} ${kind}: ${statuses[0]}`);
    }),
  );
  const took = (performance.now() - begun) / 1000;
  expect(wrong).toEqual([]);
  expect(times.length).toBe(count * hooksEach);
  expect(await Promise.all(handing)).toEqual(late.map(() => 200));
  // Nothing but web-hooks placed them: the clock had nothing to find yet.
  expect(await countOrders(world.db)).toEqual({ placed: count });
  expect(await notOnce(world.db)).toEqual([]);
  expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  expect(await faultsIn(world.db)).toEqual([]);
  const states = await world.db.selectFrom('payment_attempt').select('state').distinct().execute();
  expect(states).toEqual([{ state: 'paid' }]);
  tell(
    `${times.length} web-hooks in ${took.toFixed(1)} s, three in ten forged`,
    `one effect each; p50 ${percentile(times, 50)} ms, p99 ${percentile(times, 99)} ms`,
    'none forged taken, p99 500 ms',
  );
}, 240_000);
