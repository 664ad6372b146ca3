import { normalEmail, validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { PersonalDataSource } from '../../accounts/customers/account-context.ts';
import type { Actor, Ctx } from '../../context.ts';
import type { Db } from '../../db.ts';
import { mailLocale } from '../../platform/mail/templates/mail-messages.ts';
import { clientBuckets } from '../../platform/rate-limit/client-ip-rates.ts';
import { takeTokens } from '../../platform/rate-limit/token-buckets.ts';
import {
  deleteNotificationsBefore,
  deleteNotificationsBeyond,
  deleteNotificationsOf,
  type NewStockNotification,
  readNotificationsOf,
  upsertNotification,
} from './stock-notification-store.ts';

/** As for the newsletter: a client IP can cause five mails an hour, however many addresses it enters (T21). */
const rates = { clientIp: { burst: 5, perHour: 5 }, network: { burst: 500, perHour: 500 } };
/** The open requests of an address: older ones give way, so that the response reveals nothing (T6). */
const maxPerAddress = 50;
const forgetMs = 180 * 24 * 60 * 60 * 1000;

/** A request as it arrives, for a product that is sold out. */
export interface StockNotificationRequest
  extends Pick<NewStockNotification, 'sku' | 'store_code' | 'fulfilment_store'> {
  /** That of the account, if undefined. */
  email: string | undefined;
  locale: string | undefined;
}

/**
 * Stores that an address wants one mail once the product is in stock. Only a request for the own, proven address of the
 * caller belongs to the account (T25) and is not limited.
 * @throws Problem invalid_input, too_many_attempts
 */
export async function requestNotification(
  { db, now, limits }: Pick<Ctx, 'now' | 'limits'> & { db: Db },
  request: StockNotificationRequest,
  { customer, ip }: { customer: Actor | undefined; ip: string },
): Promise<void> {
  const email = addressOf(request, customer);
  const owner = customer?.provenEmail === email ? customer : undefined;
  if (!owner) await takeTokens(limits, clientBuckets('stock-notification', ip, rates));
  const locale = mailLocale(request.locale ?? customer?.locale);
  const customer_id = owner?.id ?? null;
  await db.transaction().execute(async (trx) => {
    await upsertNotification(trx, { ...request, email, locale, customer_id, created_at: now() });
    await deleteNotificationsBeyond(trx, email, maxPerAddress);
  });
}

function addressOf({ email: typed }: StockNotificationRequest, customer: Actor | undefined): string {
  const email = normalEmail(typed ?? customer?.email ?? '');
  const fault = validateEmail(email);
  if (!fault) return email;
  const message = 'is not an e-mail address';
  throw new Problem('invalid_input', {}, [{ field: 'body/email', message, fault }]);
}

/** Deletes requests after half a year. */
export const forgetNotifications = (db: Db, now: Date): Promise<void> =>
  deleteNotificationsBefore(db, new Date(now.getTime() - forgetMs));

/** The open requests for the proven address of a customer. An unproven one has none. */
export const stockNotificationData: PersonalDataSource = {
  name: 'stock_notifications',
  exportOf: (db, { id, provenEmail }) => readNotificationsOf(db, id, provenEmail),
  erase: (db, { id, provenEmail }) => deleteNotificationsOf(db, id, provenEmail),
};
