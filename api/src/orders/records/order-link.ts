import { timingSafeEqual } from 'node:crypto';
import type { Db } from '../../db.ts';
import { readSigningSecret } from '../../platform/database/signing-key-store.ts';
import type { ViewUrls } from '../../platform/http/store-view-urls.ts';
import { mailedAddress, mailedPages } from '../../platform/mail/templates/mail-links.ts';
import { derivedToken } from '../../platform/security/random-token.ts';
import type { OrderRow } from './order-store.ts';

/** A payment link starts and cancels payments of an order, an order link shows it; neither does both. */
type LinkPurpose = 'payment link' | 'order link';

/** The name of the key from which the links of orders are derived. */
export const linkKey = 'payment-link';

/** The secret of a link: the order's id, and a token that only this shop can derive from it. */
export const linkOf = (secret: string, purpose: LinkPurpose, orderId: string): string =>
  `${orderId}.${derivedToken(secret, purpose, orderId)}`;

/** The id of the order that a link names; undefined if this shop did not write the link. */
export function linkedOrderId(secret: string, purpose: LinkPurpose, link: string): string | undefined {
  const [orderId = ''] = link.split('.', 1);
  const [written, expected] = [Buffer.from(link), Buffer.from(linkOf(secret, purpose, orderId))];
  return written.length === expected.length && timingSafeEqual(written, expected) ? orderId : undefined;
}

/**
 * The page that a mail links to, in the order's store view: the order page for a customer, the order lookup
 * with the secret of the order for a guest (T30).
 */
export async function orderLink(
  db: Db,
  viewUrls: ViewUrls,
  {
    number,
    order_id,
    customer_id,
    store_code,
  }: Pick<OrderRow, 'number' | 'order_id' | 'customer_id' | 'store_code'>,
): Promise<string> {
  const shopUrl = viewUrls(store_code);
  if (customer_id !== null) return mailedAddress(shopUrl, mailedPages.order(number));
  return mailedAddress(shopUrl, mailedPages.guestOrder, await guestSecret(db, order_id));
}

/** What the browser that placed a guest's order needs to show it, as the link of its mails does. */
export const ownOrderLink = async (
  db: Db,
  { order_id, customer_id }: Pick<OrderRow, 'order_id' | 'customer_id'>,
): Promise<{ orderLink?: string }> =>
  customer_id === null ? { orderLink: await guestSecret(db, order_id) } : {};

const guestSecret = async (db: Db, orderId: string): Promise<string> =>
  linkOf(await readSigningSecret(db, linkKey), 'order link', orderId);

/**
 * The page that a push message links to, in the order's store view. It has no secret, because browsers
 * subscribe to the messages of a guest's order with its id, which payment links contain (T30).
 */
export function pushedLink(
  viewUrls: ViewUrls,
  { number, customer_id, store_code }: Pick<OrderRow, 'number' | 'customer_id' | 'store_code'>,
): string {
  const shopUrl = viewUrls(store_code);
  if (customer_id !== null) return mailedAddress(shopUrl, mailedPages.order(number));
  return `${mailedAddress(shopUrl, mailedPages.guestOrder)}?${new URLSearchParams({ number })}`;
}
