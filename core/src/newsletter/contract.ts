import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

const Address = Type.String({ minLength: 1, maxLength: 254, documented: { format: 'email' } });

const SubscriptionState = Type.Union([
  Type.Literal('subscribed'),
  Type.Literal('pending'),
  Type.Literal('unsubscribed'),
]);

export const newsletterState = endpoint({
  name: 'newsletterState',
  method: 'GET',
  path: '/api/newsletter/subscribe',
  summary:
    'subscribed, pending or unsubscribed; the real state for the token’s own, proven address only (spec D15)',
  query: Type.Object({ email: Address }),
  result: SubscriptionState,
  problems: ['invalid_input', 'not_logged_in'],
});

export const subscribe = endpoint({
  name: 'subscribe',
  method: 'POST',
  path: '/api/newsletter/subscribe',
  summary: 'Subscribe to the newsletter; a mail requests confirmation',
  body: Type.Object({
    email: Address,
    locale: Type.Optional(Type.String({ maxLength: 10 })),
    text_version: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  result: SubscriptionState,
  problems: ['invalid_input', 'not_logged_in', 'too_many_attempts'],
});

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'DELETE',
  path: '/api/newsletter/subscribe',
  summary:
    'Unsubscribe from the newsletter: at once for the token’s own, proven address, otherwise by a mailed link',
  body: Type.Object({ email: Address }),
  result: SubscriptionState,
  problems: ['invalid_input', 'not_logged_in', 'too_many_attempts'],
});

export const followNewsletterLink = endpoint({
  name: 'followNewsletterLink',
  method: 'POST',
  path: '/api/newsletter/confirm',
  summary: 'Confirm or end the subscription with a mailed link; meta.coupon is the 10 % coupon',
  body: Type.Object({
    link: Type.String({ minLength: 1, maxLength: 1024 }),
    purpose: Type.Optional(
      Type.Literal('end', { description: 'refuses a link that would confirm the subscription' }),
    ),
  }),
  result: SubscriptionState,
  problems: ['invalid_input', 'not_logged_in', 'newsletter_link_invalid', 'too_many_attempts'],
});

const oldPath = '/api/ext/mailchimp-subscribe/subscribe';
/** The path of the same calls in old clients (wire contract 1.6). */
export const oldNewsletterState = { ...newsletterState, name: 'oldNewsletterState', path: oldPath };
export const oldSubscribe = { ...subscribe, name: 'oldSubscribe', path: oldPath };
export const oldUnsubscribe = { ...unsubscribe, name: 'oldUnsubscribe', path: oldPath };

export const newsletterEndpoints = [
  newsletterState,
  subscribe,
  unsubscribe,
  followNewsletterLink,
  oldNewsletterState,
  oldSubscribe,
  oldUnsubscribe,
];
