import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { deliveryFile } from '@fynbos/test-kit/orders/order-body.ts';
import { differencesOf } from '@fynbos/test-kit/payments/ledger-comparison.ts';
import { payer } from '@fynbos/test-kit/payments/payer.ts';
import { readOrderState, settled } from '@fynbos/test-kit/payments/settled-orders.ts';
import {
  openPayingProcesses,
  type PayingProcesses,
  type ShopProcess,
} from '@fynbos/test-kit/processes/payment-shop-processes.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { connectDb, type Db } from '../../db.ts';
import { providersOf } from '../provider-setup.ts';
import { refundOrder } from './refund-service.ts';

/** Concurrent refunds from two processes of one shop (spec payments 4, race 14). */

const parts = repetitions(20, 100);

let world: PayingProcesses;
let shop: ShopProcess;
/** A pool with a connection for each concurrent caller. */
let db: Db;
beforeAll(async () => {
  const products = 'sku,name,price_incl_tax,tax_class,qty\nFORTY,Forty,40.00,standard,1000\n';
  world = await openPayingProcesses({ 'products.csv': products, 'delivery.csv': deliveryFile }, behindProxy);
  [shop] = await Promise.all([world.start(), world.startBeside()]);
  db = connectDb(world.url, 20);
});
afterAll(async () => {
  await db.destroy();
  await world.close();
});

/**
 * Pays an order of R100.
 * @returns its id
 */
async function hundred(code: ProviderCode): Promise<number> {
  const shopper = await payer(shop, code, 'FORTY');
  await world.act(code, shopper.id, 'pay');
  expect(await shopper.status()).toMatchObject({ status: 'paid', amount: 100 });
  return (await readOrderState(world.db, shopper.orderId)).id;
}

/**
 * Requests twenty refunds of R10 at once.
 * @returns the outcome of each
 */
function twenty(id: number): Promise<string[]> {
  const providers = providersOf(readConfig(world.settings));
  const payments = { db, providers, now: () => new Date() };
  const attempts = Array.from({ length: 20 }, () =>
    refundOrder(payments, id, { value: 1000, reason: 'one of many', by: 'test' }).then(
      () => 'given back',
      (problem: { code?: string }) => String(problem.code),
    ),
  );
  return Promise.all(attempts);
}

test('of twenty concurrent refunds of R10 on R100, ten succeed once each although the provider disconnects', async () => {
  const paid = await Promise.all(providerCodes.map(hundred));
  for (const provider of providerCodes)
    await world.scenario({ provider, faults: [{ on: 'refund', kind: 'after', times: 4 }] });
  const results: string[][] = [];
  for (const id of paid) results.push(await twenty(id));
  const repeat = (count: number, outcome: string) => Array<string>(count).fill(outcome);
  const expected = [...repeat(10, 'given back'), ...repeat(10, 'refund_too_high')];
  expect(results.map((each) => each.toSorted())).toEqual(providerCodes.map(() => expected));
  await settled(world);
  const refunds = await world.db.selectFrom('refund').selectAll().execute();
  const providers = providersOf(readConfig(world.settings));
  const sentRefunds = (await world.ledger()).filter(({ kind }) => kind === 'refund');
  for (const [index, code] of providerCodes.entries()) {
    const states = refunds.filter(({ order_id }) => order_id === paid[index]).map(({ state }) => state);
    const isManual = providers.get(code)!.traits.refund === 'manual';
    expect(states).toEqual(repeat(10, isManual ? 'manual' : 'succeeded'));
    expect(sentRefunds.filter(({ provider }) => provider === code).length).toBe(isManual ? 0 : 10);
  }
  expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
});

test(`${parts} refunds of R${100 / parts} on R100 paid by PayPal in a foreign currency return exactly the captured amount`, async () => {
  const id = await hundred('wallet');
  const providers = providersOf(readConfig(world.settings));
  for (let part = 0; part < parts; part++)
    await refundOrder({ db, providers, now: () => new Date() }, id, {
      ...{ value: 10_000 / parts, reason: 'a part', by: 'test' },
    });
  await settled(world);
  const refunds = await db.selectFrom('refund').selectAll().where('order_id', '=', id).execute();
  expect(new Set(refunds.map(({ state }) => state))).toEqual(new Set(['succeeded']));
  const capture = await db
    .selectFrom('money_entry')
    .selectAll()
    .where('order_id', '=', id)
    .where('kind', '=', 'capture')
    .executeTakeFirstOrThrow();
  expect(refunds.reduce((sum, { charge_cents }) => sum + charge_cents, 0)).toBe(capture.charge_cents);
  expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
});
