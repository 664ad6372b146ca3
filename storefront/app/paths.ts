import { image } from '@fynbos/core/catalogue/contract.ts';
import type { imageSizes } from '@fynbos/core/shop.ts';
import { apiSettings } from './api-settings.ts';

/**
 * Every link of the shop is built here. With the URL dispatcher on, things live at their `url_path` (decision 30).
 * Paths lead inside the store view that is shown: the router puts its prefix before them, and `inView` where it
 * is not asked.
 */
export const homePath = '/';
export const searchPath = '/search';
export const errorPath = '/error';

/** Where an order is placed (commerce 2). */
export const checkoutPath = '/checkout';
export const cartPath = '/cart';
/** Where a shopper comes back to from a payment provider (accounts 2.1), and where a card is paid with. */
export const orderStatusPath = '/order/status';
export const orderPayPath = '/order/pay';

/** The customer's own pages (accounts 2.1, decision 36). */
export const loginPath = '/login';
export const accountPath = '/my-account';
/** What stands for everybody (accounts 2.1): the stores, and the lists this browser keeps. */
export const storeLocatorPath = '/storelocator';
export const wishlistPath = '/wishlist';
export const comparePath = '/compare';
export const newsletterPath = '/newsletter';
/** Where a guest finds an order again (accounts 2.1). */
export const orderTrackingPath = '/order-tracking';
export const privacyChoicesPath = '/privacy-choices';
/** How the shop is written to. */
export const contactPath = '/contact';

/** Where a review of a product is written. */
export function reviewPath(sku: string): string {
  return `/review/${encodeURIComponent(sku)}`;
}

interface Addressed {
  url_path: string;
}

/** A product, with the chosen variant if there is one (wire contract 8.12). */
export function productPath(product: Addressed, childSku?: string): string {
  const query = childSku ? `?${new URLSearchParams({ childSku })}` : '';
  return encodePath(product.url_path) + query;
}

export function categoryPath(category: Addressed): string {
  return encodePath(category.url_path);
}

/** A page of the shop's own words: its identifier is its address. */
export function contentPath(identifier: string): string {
  return encodePath(identifier);
}

export function brandPath(slug: string): string {
  return `/brand/${encodeURIComponent(slug)}`;
}

export function searchPathFor(text: string): string {
  return `${searchPath}?${new URLSearchParams({ q: text })}`;
}

/** A path as an address, for plain forms and links and for `location`; another address stays as it is. */
export function inView(path: string): string {
  const { prefix } = apiSettings().here ?? {};
  return prefix && path[0] === '/' ? pathAt(prefix, path) : path;
}

/** A path of a store view as an address has it: a view with a prefix has its home at the prefix alone. */
export const pathAt = (prefix: string, path: string): string =>
  prefix ? prefix + path.replace(/^\/(?=\?|$)/, '') : path;

/** The other way round: where inside the view an address of it leads. */
export function pathInView(pathname: string): string {
  return pathname.slice(apiSettings().here?.prefix.length ?? 0) || homePath;
}

/** The path with the query, if there is one. */
export function withQuery(path: string, query: URLSearchParams): string {
  return query.size > 0 ? `${path}?${query}` : path;
}

export type ImageSize = (typeof imageSizes)[number];

/**
 * What a page shows of a picture: its path, or with low data a point that names the path behind it, so that
 * `show-pictures.ts` can bring the picture.
 */
export function imagePath(...of: Parameters<typeof picturePath>): string {
  return (apiSettings().low ?? '') + picturePath(...of);
}

/**
 * A picture in one of the allowed sizes; a product without one gets the placeholder (CAT-10).
 * `resize` keeps the whole picture inside the box, `fit` fills the box and crops.
 */
export function picturePath(
  [width, height]: ImageSize,
  file: string | undefined,
  action: 'resize' | 'fit' = 'resize',
): string {
  const source = file && file !== 'no_selection' ? encodePath(file) : '/placeholder';
  return image.path
    .replace('{width}', String(width))
    .replace('{height}', String(height))
    .replace('{action}', action)
    .replace('/*', () => source);
}

function encodePath(path: string): string {
  return `/${path.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')}`;
}
