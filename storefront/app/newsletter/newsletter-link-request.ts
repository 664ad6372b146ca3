import { followNewsletterLink } from '@fynbos/core/newsletter/contract.ts';
import { callApi } from '../api-client.ts';
import { callAsShopper } from '../platform/session/call-as-shopper.ts';

/** The result of a mailed link: `subscribed` or `unsubscribed`, and the coupon for subscribers. */
export interface Followed {
  state: string;
  coupon?: string;
}

/**
 * Follows a mailed link, which confirms or ends the newsletter subscription. In a session of the account, a
 * confirmation also proves its address.
 * @param request the request of a form that was posted without scripts, or by a mailbox provider
 * @param purpose the only purpose that the link may have; any if undefined
 * @throws `newsletter_link_invalid` for an old link
 */
export async function followLink(
  link: string,
  { request, purpose }: { request?: Request; purpose?: 'end' } = {},
): Promise<Followed> {
  const body = { link, ...(purpose && { purpose }) };
  const { result, meta } = await (request
    ? callApi(followNewsletterLink, { body, request })
    : callAsShopper(followNewsletterLink, { body }));
  return { state: result, ...(typeof meta.coupon === 'string' && { coupon: meta.coupon }) };
}
