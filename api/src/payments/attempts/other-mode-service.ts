import { unshippedOrders } from '../../orders/placement/payable-order-service.ts';
import { readOrdersOpenInOtherMode, readPaidInOtherMode } from '../records/other-mode-store.ts';
import { insertCase } from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { endOtherMode } from './attempt-abandon-service.ts';

/**
 * Prepares a starting shop for payments of another mode (T27). A shop that takes real money ends its open
 * test payments and returns their stock. In test mode nothing is ended: the settings of a single process
 * must not end the payments of a live shop, whose orders expire with their hold. In both modes an order that
 * was paid in the other one and is not shipped becomes a case.
 */
export async function checkOtherMode(payments: PaymentContext): Promise<void> {
  const { db, mode, log } = payments;
  if (mode === 'live') {
    const orders = await readOrdersOpenInOtherMode(db, mode);
    let released = 0;
    for (const id of orders) if (await endOtherMode(payments, id)) released++;
    if (orders.length > 0)
      log.warn({ orders: orders.length, released }, 'payments are live: open test payments were ended');
  }
  const cases = await openCases(payments);
  if (cases > 0) log.warn({ cases, mode }, 'orders were paid in the other payment mode: see payments cases');
}

const atOnce = 1000;

/** @returns the number of new cases */
async function openCases({ db, mode, now }: PaymentContext): Promise<number> {
  let cases = 0;
  let paid = await readPaidInOtherMode(db, mode, 0, atOnce);
  while (paid.length > 0) {
    const orderIds = paid.map(({ order_id }) => order_id);
    const unshipped = await unshippedOrders(db, orderIds);
    for (const { id, order_id, mode: paidMode } of paid.filter((attempt) =>
      unshipped.has(attempt.order_id),
    )) {
      const details = { mode: paidMode, shop: mode };
      await insertCase(db, { attempt_id: id, order_id, reason: 'wrong_mode', details, opened_at: now() });
      cases++;
    }
    // The loop runs only while `paid` has an entry.
    paid = await readPaidInOtherMode(db, mode, paid.at(-1)!.id, atOnce);
  }
  return cases;
}
