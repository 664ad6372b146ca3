import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import { clientIpOf } from '../../platform/rate-limit/client-ip.ts';
import { bucketKey } from '../../platform/rate-limit/rate-limits.ts';
import { type DeductedUnits, stockLeft } from '../../stock/stock-service.ts';
import type { Orders } from '../records/order-context.ts';
import {
  countUnpaid,
  lockUnpaidOf,
  nameOfUnits,
  readUnpaidUnits,
  type UnpaidOwner,
} from '../records/unpaid-order-store.ts';

/** What one household order needs of a product. The last units can be ordered, however few are left. */
const householdUnits = 6;

/** The stored form of a client IP: IPv6 addresses of one /64 are the same client. */
export const clientKeyOf = (ip: string): string => bucketKey('unpaid-client', clientIpOf(ip));

/**
 * The owner of unpaid orders: a customer with a proven address, or everybody else with the same mailbox; and
 * the client IP. Orders that strangers write with the address of a customer do not count against the account.
 */
export function unpaidOwner(
  customerId: number | null | undefined,
  email: string,
  clientKey: string,
): UnpaidOwner {
  return { customerId: customerId ?? null, mailbox: mailboxOf(email), clientKey };
}

/**
 * Refuses another unpaid order of an owner who has too many. Concurrent orders of the same owner wait for
 * each other until the caller's transaction ends.
 * @throws Problem unpaid_order_limit
 */
export async function limitUnpaidOrders(
  { unpaid }: Pick<Orders, 'unpaid'>,
  trx: Db,
  owner: UnpaidOwner,
): Promise<void> {
  await lockUnpaidOf(trx, owner);
  const { ofPerson, ofClient } = await countUnpaid(trx, owner);
  if (ofPerson >= unpaid.perMailbox || ofClient >= unpaid.perClient) throw new Problem('unpaid_order_limit');
}

/**
 * Refuses an unpaid order that would leave its owner with too large a share of a product's stock.
 * @param taken the units that the order has just deducted
 * @throws Problem unpaid_stock_limit
 */
export async function limitUnpaidStock(
  { unpaid }: Pick<Orders, 'unpaid'>,
  trx: Db,
  owner: UnpaidOwner,
  { id, taken }: { id: number; taken: readonly DeductedUnits[] },
): Promise<void> {
  if (taken.length === 0) return;
  const held = await readUnpaidUnits(trx, owner, taken);
  const left = await stockLeft(trx, taken);
  for (const { product_id, store_code, qty } of held) {
    const onHand = qty + (left.get(`${product_id} ${store_code}`) ?? 0);
    const allowed = Math.max(householdUnits, Math.floor((onHand * unpaid.stockPercent) / 100));
    if (qty <= allowed) continue;
    const product = await nameOfUnits(trx, id, product_id);
    throw new Problem('unpaid_stock_limit', { product, maxQuantity: allowed });
  }
}
