/**
 * Messages are split into parts. Every page has `shop`; a page or component that needs another part imports
 * its file in `needs/`.
 */
export const messageParts = [
  'shop',
  'home',
  'search',
  'problem',
  'options',
  'lists',
  'reviews',
  'account',
  'cart',
  'checkout',
  'orders',
  'payments',
  'content',
  'waiting',
  'push',
  'offline',
  'network',
] as const;
export type MessagePart = (typeof messageParts)[number];
