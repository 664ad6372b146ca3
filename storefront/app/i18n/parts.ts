/**
 * Messages travel in parts. `shop` is on every page; the others wait until a page or a part of one needs
 * them, and says so by importing its file in `needs/`.
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
