import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import {
  openPayingProcesses,
  type PayingProcesses,
} from '@fynbos/test-kit/processes/payment-shop-processes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLimits } from '../platform/rate-limit/open-rate-limits.ts';
import { openPaymentQueries } from './attempts/payment-query-service.ts';
import { findAttempt, updateAttempt } from './records/attempt-store.ts';
import { openBreakers } from './records/circuit-breakers.ts';
import type { PaymentContext } from './records/payment-context.ts';

/** Payments of a provider whose keys the operator removed. */

const hour = 60 * 60_000;
const sinceMs = 12 * hour;

let world: PayingProcesses;
let payments: PaymentContext;
let references: string[];
beforeAll(async () => {
  world = await openPayingProcesses(payingFiles, behindProxy);
  const shop = await world.start();
  references = [(await payer(shop, 'wallet')).reference, (await payer(shop, 'card')).reference];
  await shop.kill();
  const now = () => new Date(Date.now() + sinceMs);
  payments = {
    ...{
      db: world.db,
      now,
      limits: openLimits({ db: world.db, now }),
      providers: new Map(),
      mode: 'test',
      shopUrl: 'http://shop.test',
    },
    orders: { viewUrls: () => 'http://shop.test' },
    log: { warn: () => {} },
  };
});
afterAll(() => world.close());

const find = async (reference: string) => (await findAttempt(world.db, reference))!;
async function query(reference: string) {
  const queries = openPaymentQueries(payments, openBreakers(payments));
  await queries.query(await find(reference), 'poll');
  return find(reference);
}

test('an open payment of a removed provider is queried rarely, and opens one payment case', async () => {
  for (const _ of [1, 2]) {
    const { next_poll_at, state } = await query(references[0]!);
    expect(state).toBe('awaiting_shopper');
    expect(next_poll_at!.getTime() - payments.now().getTime()).toBeGreaterThan(5 * 60_000);
  }
  const reviews = await world.db.selectFrom('payment_review').select('reason').execute();
  expect(reviews).toEqual([{ reason: 'unanswered' }]);
});

test('a declined payment of a removed provider is not queried any more', async () => {
  const { id } = await find(references[1]!);
  await updateAttempt(world.db, id, { state: 'declined', next_poll_at: payments.now() }, payments.now());
  expect((await query(references[1]!)).next_poll_at).toBeNull();
});
