import { followNewsletterLink } from '@fynbos/core/newsletter/contract.ts';
import { call } from '../api-client.ts';

/** The result of a mailed link: `subscribed` or `unsubscribed`, and the coupon for subscribers. */
export interface Followed {
  state: string;
  coupon?: string;
}

/**
 * Follows a mailed link, which confirms or ends the newsletter subscription.
 * @throws `newsletter_link_invalid` for an old link
 */
export async function followLink(link: string, request?: Request): Promise<Followed> {
  const { result, meta } = await call(followNewsletterLink, { body: { link }, request });
  return { state: result, ...(typeof meta.coupon === 'string' && { coupon: meta.coupon }) };
}
