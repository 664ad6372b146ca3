import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimDue } from './records/attempt-store.ts';
import { claimDueRefunds } from './records/ledger-store.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

test('a live shop neither queries nor refunds test payments', async () => {
  await shop.scenario({ faults: [{ on: 'refund', kind: '500', times: 1000 }] });
  const waits = await payer(shop, 'card');
  const paid = await payer(shop, 'card');
  await shop.act('card', paid.id, 'pay');
  const { orderNumber } = await paid.status();
  await shop.admin('payments', 'refund', orderNumber);
  // Far enough ahead that the shop’s own polling does not come first.
  const at = new Date(shop.now().getTime() + 24 * 3600 * 1000);
  const due = { now: at, retryAt: shop.now(), limit: 100 };
  expect([await claimDue(shop.db, 'live', due), await claimDueRefunds(shop.db, 'live', due)]).toEqual([
    [],
    [],
  ]);
  const [duePayments, dueRefunds] = [
    await claimDue(shop.db, 'test', due),
    await claimDueRefunds(shop.db, 'test', due),
  ];
  expect(duePayments.map(({ reference }) => reference)).toContain(waits.reference);
  expect(dueRefunds).toHaveLength(1);
  const { rows } = await sql<{ mode: string }>`select distinct mode from payment_attempt`.execute(shop.db);
  expect(rows).toEqual([{ mode: 'test' }]);
});
