import { viewCodes } from '../store-views.ts';

/**
 * The first segments of every URL that belongs to the shop itself. Fixed routes win over the URL
 * dispatcher, so no product and no category may have a path below one of them (spec accounts 2.1, spec D30).
 */
const ownPages = [
  'account',
  'cart',
  'checkout',
  'compare',
  'error',
  'language',
  'login',
  'low-data',
  'my-account',
  'newsletter',
  'order',
  'order-tracking',
  'privacy-choices',
  'register',
  'forgot-password',
  'reset-password',
  'review',
  'page-not-found',
  'pwa.html',
  'search',
  'storelocator',
  'wishlist',
];
const contentPages = [
  'about',
  'contact',
  'cookie-policy',
  'customer-service',
  'email-disclaimer',
  'faq',
  'franchise-opportunities',
  'gift-card',
  'legal',
  'magazine',
  'order-from-catalog',
  'privacy-policy',
  'sale',
  'sales-terms-and-conditions',
  'shipping-delivery',
  'storepageblock',
  'terms-conditions',
  'warranty-returns',
];
const prefixes = ['brand', 'c', 'i', 'p', 'pages'];
const machinery = [
  '.well-known',
  'api',
  'assets',
  'docs',
  'favicon.ico',
  'graphql',
  'health',
  'img',
  'invalidate',
  'manifest.webmanifest',
  'media',
  'metrics',
  'offline',
  'robots.txt',
  'service-worker.js',
  'sitemap',
  'sitemap.xml',
  'sw.js',
];

/** Lower case, without slashes. */
const fixedFirstSegments: ReadonlySet<string> = new Set([
  ...ownPages,
  ...contentPages,
  ...prefixes,
  ...machinery,
  ...viewCodes,
]);

const withContent: ReadonlySet<string> = new Set(contentPages);

/** Whether a fixed route only shows the content page of this name (spec accounts 2.1). */
export const showsContent = (path: string): boolean => withContent.has(path.toLowerCase());

/** Whether a path (with or without its leading slash) belongs to a fixed route. */
export function isFixedRoute(path: string): boolean {
  const first = path.replace(/^\/+/, '').split('/')[0] ?? '';
  return fixedFirstSegments.has(first.toLowerCase());
}
