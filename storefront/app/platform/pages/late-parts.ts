/**
 * What pages load after their first scripts, and announce: modules by their path below `storefront/app`, and
 * groups of messages. The server refuses to start when the build lacks one of them.
 */
export const lateParts = [
  'content/components/contact-section.lazy.tsx',
  'content/components/content-view.lazy.tsx',
  'content/components/page-products.lazy.tsx',
  'content/components/specials-section.lazy.tsx',
  'listing/components/category-view.tsx',
  'product/components/product-choices.lazy.tsx',
  'product/components/product-view.tsx',
  'messages/account',
  'messages/cart',
  'messages/checkout',
  'messages/content',
  'messages/home',
  'messages/lists',
  'messages/options',
  'messages/payments',
  'messages/search',
  'messages/stores',
] as const;
export type LatePart = (typeof lateParts)[number];

/** The header by which a page announces them to the server, which tells browsers before the page itself. */
export function latePartHeaders(parts: readonly LatePart[]): Record<string, string> {
  return parts.length > 0 ? { 'x-late-part': parts.join(' ') } : {};
}
