import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { readOrderState } from '@fynbos/test-kit/payments/settled-orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLimits } from '../../platform/rate-limit/open-rate-limits.ts';
import type { Evidence } from '../providers/payment-provider.ts';
import { findAttempt } from '../records/attempt-store.ts';
import { readCaptures } from '../records/ledger-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { referenceOf } from '../records/payment-reference.ts';
import { settle } from './payment-settlement-service.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const contextWith = (viewUrls: () => string): PaymentContext => ({
  ...{ db: shop.db, now: shop.now, limits: openLimits({ db: shop.db, now: shop.now }) },
  ...{ providers: new Map(), mode: 'test', shopUrl: 'http://shop.test', orders: { viewUrls } },
  log: { warn: () => {} },
});

test('settle changes nothing when its last step fails, and everything when it is repeated (spec payments 4)', async () => {
  const shopper = await payer(shop, 'card');
  const attempt = (await findAttempt(shop.db, shopper.reference))!;
  const evidence: Evidence = {
    outcome: 'paid',
    id: shopper.id,
    reference: referenceOf(attempt),
    paid: [{ transactionId: 'T-1', charge: { cents: 12_000, currency: 'ZAR' } }],
    mode: 'test',
    code: 'paid',
  };
  const states = async () => [
    await readOrderState(shop.db, shopper.orderId),
    (await findAttempt(shop.db, shopper.reference))!.state,
    (await readCaptures(shop.db, attempt.id)).map(({ transaction_id }) => transaction_id),
  ];
  // The confirmation is queued after the money was booked and the order placed.
  const failing = contextWith(() => {
    throw new Error('no address');
  });
  await expect(settle(failing, attempt, evidence, 'poll')).rejects.toThrow('no address');
  expect(await states()).toMatchObject([{ state: 'pending_payment', netCents: 0 }, 'awaiting_shopper', []]);
  await settle(
    contextWith(() => 'http://shop.test'),
    attempt,
    evidence,
    'poll',
  );
  expect(await states()).toMatchObject([{ state: 'placed', netCents: 12_000 }, 'paid', ['T-1']]);
});
