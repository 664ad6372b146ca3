import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { clientBuckets } from '../../platform/rate-limit/client-ip-rates.ts';
import { bucketKey } from '../../platform/rate-limit/rate-limits.ts';
import { takeTokens } from '../../platform/rate-limit/token-buckets.ts';
import { inConstantTime } from '../../platform/security/constant-duration.ts';
import type { Orders } from './order-context.ts';
import { orderLink } from './order-link.ts';
import { getOrderFor } from './order-service.ts';

const linkRates = { clientIp: { burst: 5, perHour: 20 }, network: { burst: 500, perHour: 2000 } };
const linksOfMailbox = { burst: 3, perHour: 3 / 24 };

/**
 * Mails the link of a guest's order to the address of the order, unless its mailbox has reached its limit;
 * the response does not reveal whether there is such an order (T30).
 * @throws Problem too_many_attempts, for known and unknown orders alike
 */
export async function mailOrderLink(
  orders: Orders,
  order: { orderNumber: string; email: string },
  ip: string,
): Promise<void> {
  await takeTokens(orders.limits, clientBuckets('order-link', ip, linkRates));
  await inConstantTime(queueLink(orders, order));
}

/** Counts only mails that are sent: otherwise a stranger could prevent the owner's (T30). */
async function queueLink(
  { db, limits, viewUrls }: Orders,
  { orderNumber, email }: { orderNumber: string; email: string },
): Promise<void> {
  const viewer = { customerId: undefined, email, link: undefined };
  const lookup = await getOrderFor(db, orderNumber, viewer).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  });
  if (!lookup) return;
  const { number, email: to, locale, billing_address } = lookup.stored.order;
  const { firstname: firstName } = billing_address;
  if (!(await limits.tryTake(bucketKey('order-link-mailbox', mailboxOf(to)), linksOfMailbox))) return;
  const link = await orderLink(db, viewUrls, lookup.stored.order);
  await queueMail(db, { template: 'orderLink', to, locale, firstName, values: { number, link } });
}
