import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Every address that the shop serves (spec accounts 2.1), with its aliases. Tests that cover all pages use this
 * list.
 */
export interface Route {
  path: string;
  /** Expected status code. */
  status: number;
  /** Redirect target, if any. */
  to?: string;
  /** Languages with their own title, apart from English. Omitted: all languages. */
  languages?: readonly string[];
}

const page = (path: string, status = 200): Route => ({ path, status });
/** The title consists of catalogue names or user input. */
const named = (path: string): Route => ({ path, status: 200, languages: [] });

/** One example of each kind, available in every store view of the demo. */
const demo = {
  category: 'pantry',
  leaf: 'rice-pasta',
  brand: 'rooikrans',
  sku: 'TEA-ROOIBOS',
  product: 'rooibos-tea',
};

/** Public pages. */
export const openRoutes: readonly Route[] = [
  page('/'),
  page('/pwa.html'),
  named(`/${demo.category}`),
  named(`/c/${demo.leaf}`),
  named(`/${demo.product}`),
  named(`/p/${demo.sku}/${demo.product}`),
  named(`/brand/${demo.brand}`),
  page('/search'),
  named('/search?q=tea'),
  named('/search?q=qzxjv'),
  page('/cart'),
  page('/wishlist'),
  page('/compare'),
  page('/order-tracking'),
  named(`/review/${demo.sku}`),
  page('/login'),
  page('/register'),
  page('/reset-password'),
  page('/Account/Reset-Password?link=none&redirectUrl=/cart'),
  page('/newsletter'),
  page('/privacy-choices'),
  page('/checkout'),
  page('/order/status'),
  page('/order/pay'),
  page('/error', 500),
  page('/page-not-found', 404),
  page('/nothing/at/all', 404),
];

/** Aliases of pages, and addresses that only redirect. */
export const aliases: readonly Route[] = [
  { path: '/forgot-password', status: 301, to: '/reset-password' },
  { path: '/language', status: 303, to: '/' },
  { path: '/low-data', status: 303, to: '/' },
];

/** Pages of a customer account. */
export const accountRoutes: readonly Route[] = [
  page('/my-account'),
  page('/my-account/profile'),
  page('/my-account/shipping-details'),
  page('/my-account/newsletter'),
  page('/my-account/orders'),
  page('/my-account/orders/4711'),
  page('/my-account/my-store'),
  page('/my-account/recently-viewed'),
  page('/my-account/loyalty-card'),
  page('/my-account/reviews'),
];

/** Files for crawlers. */
export const files = ['/robots.txt', '/sitemap.xml', '/sitemap/shop.xml', '/sitemap/products-1.xml'];

const project = path.join(import.meta.dirname, '..');

const written = readdirSync(path.join(project, 'catalogue/demo/content/pages')).flatMap((file) => {
  const [, identifier, language] = /^(.+)\.([a-z]{2})\.\w+$/.exec(file) ?? [];
  return identifier && language ? [{ identifier, language }] : [];
});

/** The content pages of the demo shop, and two technical addresses of one page. */
export const contentRoutes: readonly Route[] = [
  ...[...Map.groupBy(written, ({ identifier }) => identifier)].map(([identifier, files]) => ({
    path: `/${identifier}`,
    status: 200,
    languages: files.map(({ language }) => language).filter((language) => language !== 'en'),
  })),
  named('/i/about'),
  named('/pages/about'),
];

export const allRoutes: readonly Route[] = [...openRoutes, ...accountRoutes, ...contentRoutes];

/** The route patterns of the storefront, as written in its route table. */
export function routePatterns(): string[] {
  const table = readFileSync(path.join(project, 'storefront/app/routes.ts'), 'utf8');
  return ['', ...[...table.matchAll(/\broute\('([^']+)'/g)].map(([, pattern]) => pattern!)];
}

/** Whether a path matches a pattern: `p/:parentSku/:slug/:childSku?`, `my-account/*`. */
export function fits(pattern: string, address: string): boolean {
  const parts = pattern.split('/').map((part) => {
    if (part === '*') return '/.+';
    if (part.endsWith('?')) return '(?:/[^/]+)?';
    return part.startsWith(':') ? '/[^/]+' : `/${part.replaceAll('.', '\\.')}`;
  });
  return new RegExp(`^${parts.join('')}$`).test(address.split('?', 1)[0]!);
}
