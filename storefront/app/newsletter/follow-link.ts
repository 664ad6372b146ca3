import { followNewsletterLink } from '@fynbos/core/newsletter/contract.ts';
import { call } from '../api.ts';

/** What a mailed link did: `subscribed` or `unsubscribed`, and the coupon that was promised. */
export interface Followed {
  state: string;
  coupon?: string;
}

/** Follows a mailed link, which confirms or ends the newsletter. Throws `newsletter_link_invalid` for an old one. */
export async function followLink(link: string, request?: Request): Promise<Followed> {
  const { result, meta } = await call(followNewsletterLink, { body: { link }, request });
  return { state: result, ...(typeof meta.coupon === 'string' && { coupon: meta.coupon }) };
}
