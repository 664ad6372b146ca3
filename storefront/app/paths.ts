import { hasFileEnding } from '@fynbos/core/catalogue/file-ending.ts';
import { encodePath, picturePath } from '@fynbos/core/images/sized-picture-path.ts';
import { apiSettings } from './platform/api/api-settings.ts';

/**
 * Builds every link of the shop. With the URL dispatcher on, products and categories have their `url_path`
 * as address (spec D30), and `/p/…` and `/c/…` with it off, or where the `url_path` looks like a file. Paths
 * are relative to the current store view: the router adds its prefix, and `inView` adds it outside the router.
 */
export const homePath = '/';
export const searchPath = '/search';

/** Where an order is placed (spec commerce 2). */
export const checkoutPath = '/checkout';
/** The checkout once its order is placed. */
export const placedHash = '#order-placed';
export const cartPath = '/cart';
/** Where a shopper returns from a payment provider (spec accounts 2.1), and where a card payment is made. */
export const orderStatusPath = '/order/status';
export const orderPayPath = '/order/pay';
/** Where a shopper pays whose client has no payment pages; the address is a secret. */
export const paymentLinkPath = '/order/payment';

/** The customer's account pages (spec accounts 2.1, spec D36). */
export const loginPath = '/login';
export const accountPath = '/my-account';
/** Pages for every visitor (spec accounts 2.1): the stores, and the lists stored in this browser. */
export const storeLocatorPath = '/storelocator';
export const wishlistPath = '/wishlist';
export const comparePath = '/compare';
export const newsletterPath = '/newsletter';
/** Where a guest finds an order (spec accounts 2.1). */
export const orderTrackingPath = '/order-tracking';
export const privacyChoicesPath = '/privacy-choices';
/** The contact form. */
export const contactPath = '/contact';

/** Where a product review is written. */
export function reviewPath(sku: string): string {
  return `/review/${encodeURIComponent(sku)}`;
}

/** The products like the one of a product page. */
export const similarHash = '#similar';

/**
 * Path of a product, with the chosen variant if there is one (wire contract 8.12).
 * @param product the product or its parent, not a variant
 */
export function productPath(product: { sku: string; url_path: string }, childSku?: string): string {
  const query = childSku ? `?${new URLSearchParams({ childSku })}` : '';
  const { sku, url_path } = product;
  return (
    (isAddress(url_path) ? encodePath(url_path) : `/p/${encodeURIComponent(sku)}${lastOf(url_path)}`) + query
  );
}

/** @param category with its slug, if that differs from the last segment of `url_path` */
export function categoryPath({ url_path, slug }: { url_path: string; slug?: string }): string {
  return isAddress(url_path)
    ? encodePath(url_path)
    : `/c${slug === undefined ? lastOf(url_path) : encodePath(slug)}`;
}

const isAddress = (url_path: string) => apiSettings().switches.urlDispatcher && !hasFileEnding(url_path);
const lastOf = (path: string) => encodePath(path.slice(path.lastIndexOf('/') + 1));

/** Path of a content page: its identifier is its address. */
export function contentPath(identifier: string): string {
  return encodePath(identifier);
}

export function brandPath(slug: string): string {
  return `/brand/${encodeURIComponent(slug)}`;
}

export function searchPathFor(text: string): string {
  return `${searchPath}?${new URLSearchParams({ q: text })}`;
}

/**
 * Turns a path into an address, for plain forms and links and for `location`. Other addresses stay
 * unchanged.
 */
export function inView(path: string): string {
  const { prefix } = apiSettings().currentView ?? {};
  return prefix && path[0] === '/' ? pathAt(prefix, path) : path;
}

/** The address of a path in a store view: the home of a view with a prefix is at the prefix alone. */
export const pathAt = (prefix: string, path: string): string =>
  prefix ? prefix + path.replace(/^\/(?=\?|$)/, '') : path;

/** The reverse of `inView`: the path inside the store view for an address. */
export function pathInView(pathname: string): string {
  return pathname.slice(apiSettings().currentView?.prefix.length ?? 0) || homePath;
}

/** The path with the query, if there is one. */
export function withQuery(path: string, query: URLSearchParams): string {
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * The image source that a page renders: the path of the picture. With low data it is prefixed with a
 * fragment, so that `deferred-pictures.ts` can load the picture later.
 */
export function imagePath(...of: Parameters<typeof picturePath>): string {
  return (apiSettings().low ?? '') + picturePath(...of);
}

/**
 * The path that the router matches, for decisions by path: its segments decoded, in lower case, with single
 * slashes and none at the end.
 */
export const normalPath = (path: string): string =>
  `/${path.split('/').filter(Boolean).map(decodedSegment).join('/').toLowerCase()}`;

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('/', '%2F');
  } catch {
    return segment;
  }
}
