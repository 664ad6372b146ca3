import { followNewsletterLink } from '@fynbos/core/newsletter/contract.ts';
import { call } from '../api-client.ts';
import { callAsShopper } from '../platform/session/call-as-shopper.ts';

/** The result of a mailed link: `subscribed` or `unsubscribed`, and the coupon for subscribers. */
export interface Followed {
  state: string;
  coupon?: string;
}

/**
 * Follows a mailed link, which confirms or ends the newsletter subscription. In a session of the account, a
 * confirmation also proves its address.
 * @param request the request of a form that was posted without scripts
 * @throws `newsletter_link_invalid` for an old link
 */
export async function followLink(link: string, request?: Request): Promise<Followed> {
  const { result, meta } = await (request
    ? call(followNewsletterLink, { body: { link }, request })
    : callAsShopper(followNewsletterLink, { body: { link } }));
  return { state: result, ...(typeof meta.coupon === 'string' && { coupon: meta.coupon }) };
}
