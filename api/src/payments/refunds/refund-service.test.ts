import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { readOrderState } from '@fynbos/test-kit/payments/settled-orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { providersOf } from '../provider-setup.ts';
import { readAttempts } from '../records/attempt-store.ts';
import { readCaptures } from '../records/ledger-store.ts';
import { reserveRefund } from './refund-service.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

test('reserveRefund reserves at most what earlier refunds have left of a capture (spec payments 4)', async () => {
  const shopper = await payer(shop, 'card');
  await shop.act('card', shopper.id, 'pay');
  expect(await shopper.status()).toMatchObject({ status: 'paid' });
  const order = await readOrderState(shop.db, shopper.orderId);
  const [attempt] = await readAttempts(shop.db, order.id);
  const [capture] = await readCaptures(shop.db, attempt!.id);
  const providers = providersOf(readConfig(shop.settings));
  const reserve = (value: number) => {
    const part = { transactionId: capture!.transaction_id, value, reason: 'a part', by: 'test' };
    return shop.db
      .transaction()
      .execute((db) => reserveRefund({ db, providers, now: shop.now }, order, attempt!, part));
  };
  await reserve(7000);
  await expect(reserve(5001)).rejects.toMatchObject({ code: 'refund_too_high' });
  await reserve(5000);
  await expect(reserve(1)).rejects.toMatchObject({ code: 'refund_too_high' });
});
