import { documentPath, trackingParameter } from '../app/platform/pages/document-path.ts';

/** How an address of the shop is requested: as a document, or as the data of one by an open page. */
export interface PageAddress {
  kind: 'document' | 'data';
  /** The path of the document, with its query. */
  page: string;
  /** Its cache key. */
  key: string;
}

/** The query parameter with the parts that the router requests; only data has it. */
const parts = '_routes';

/**
 * Reads an address. A document `/oats?sort=x` has its data at `/oats.data?sort=x`, that of `/` at
 * `/_.data`.
 */
export function readAddress(url: URL): PageAddress {
  const query = new URLSearchParams(url.search);
  const requestedRoutes = query.get(parts);
  query.delete(parts);
  for (const name of [...query.keys()]) if (trackingParameter.test(name)) query.delete(name);
  query.sort();
  const search = query.size > 0 ? `?${query}` : '';
  const page = documentPath(url.pathname) + search;
  if (!url.pathname.endsWith('.data')) return { kind: 'document', page, key: page };
  return { kind: 'data', page, key: dataKey(page, requestedRoutes) };
}

/** The cache key of the data of a page; of the whole data unless only parts were requested. */
export function dataKey(page: string, requestedRoutes?: string | null): string {
  const [path = '', search = ''] = page.split(/(?=\?)/);
  const at = path === '/' ? '/_.data' : `${path}.data`;
  return requestedRoutes ? `${at}${search}${search ? '&' : '?'}${parts}=${requestedRoutes}` : at + search;
}

/**
 * The home page of the store view that an address belongs to.
 * @param homes `/`, `/de`
 */
export function homeOf(page: string, homes: readonly string[]): string {
  const [path = ''] = page.split('?', 1);
  return homes.find((home) => home !== '/' && (path === home || path.startsWith(`${home}/`))) ?? '/';
}

/**
 * Pages that are the same on every visit and are never evicted: the home page, and the frames that a
 * browser fills itself.
 */
const frames = ['', '/cart', '/checkout', '/search', '/wishlist'];

/**
 * The frames of a store view.
 * @param home `/`, `/de`
 */
export const framesOf = (home: string): string[] =>
  frames.map((frame) => home.replace(/\/$/, '') + frame || '/');

/**
 * Whether a cached entry is a frame, as a document or as data.
 * @param key path and query
 */
export const isFrame = (key: string, homes: readonly string[]): boolean =>
  homes.some((home) => framesOf(home).some((page) => key === page || key === dataKey(page)));
