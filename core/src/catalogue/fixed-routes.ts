import { viewCodes } from '../store-views.ts';
import { hasFileEnding } from './file-ending.ts';

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
const manifest = 'manifest.webmanifest';
const machinery = [
  '.well-known',
  '__manifest',
  'api',
  'assets',
  'docs',
  'favicon.ico',
  'graphql',
  'health',
  'img',
  'invalidate',
  manifest,
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

/**
 * Public routes with parameters, which may end like the name of a file: `/review/OATS.PNG`. A private page never
 * does, because a proxy may cache files by their endings (T12).
 */
const withParameters: ReadonlySet<string> = new Set([...prefixes, 'review']);

const withContent: ReadonlySet<string> = new Set(contentPages);

/** Whether a fixed route only shows the content page of this name (spec accounts 2.1). */
export const showsContent = (path: string): boolean => withContent.has(path.toLowerCase());

/** Whether a path (with or without its leading slash) belongs to a fixed route. */
export const isFixedRoute = (path: string): boolean => fixedFirstSegments.has(segmentsOf(path)[0] ?? '');

/** Whether a path looks like a file rather than a page: a miss is then a plain 404, not a page. */
export function isFilePath(path: string): boolean {
  const segments = segmentsOf(path);
  const [first = '', second] = viewCodes.includes(segments[0] ?? '') ? segments.slice(1) : segments;
  if (first === 'assets') return true;
  return hasFileEnding(path) && !(withParameters.has(first) && second) && !(first === manifest && !second);
}

/** The data of a page is served at its path with this ending. */
const dataEnding = /\.data$/i;

/** Whether the URL dispatcher serves this path: no file, no fixed route and no data of a page has it. */
export const isCataloguePath = (path: string): boolean =>
  !isFixedRoute(path) && !isFilePath(path) && !dataEnding.test(path);

/**
 * The path of a fixed route in its right letter case; undefined if it has that already, or belongs to the
 * catalogue. Parameters stay. Mails have links to `/Account/…`.
 */
export function routeInRightCase(path: string): string | undefined {
  const written = path.split('/');
  const view = viewCodes.includes(segmentsOf(path)[0] ?? '') ? 1 : 0;
  const first = segmentsOf(path)[view] ?? '';
  const isRoute = fixedFirstSegments.has(first) && first !== 'account';
  const parts = view + (isRoute ? (first === 'my-account' ? 2 : 1) : 0);
  const right = written.map((part, at) => (at <= parts ? inRightCase(part) : part)).join('/');
  return right === path ? undefined : right;
}

/** All fixed routes but one are in lower case (spec accounts 2.1). */
function inRightCase(part: string): string {
  const lower = part.toLowerCase();
  return lower === 'storepageblock' ? 'storePageBlock' : lower;
}

/** The segments in lower case. */
const segmentsOf = (path: string): string[] => path.replace(/^\/+/, '').toLowerCase().split('/');
