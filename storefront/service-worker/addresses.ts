import { documentPath, trackingParameter } from '../app/page-address.ts';

/** How an address of the shop is asked for: as a document, or as the data of one by a page that is open. */
export interface PageAddress {
  kind: 'document' | 'data';
  /** The path of the document, with its query. */
  page: string;
  /** What it is kept under. */
  key: string;
}

/** Parts of a page that the router asks for; only data has them. */
const parts = '_routes';

/** Reads an address. A document `/oats?sort=x` has its data at `/oats.data?sort=x`, that of `/` at `/_.data`. */
export function readAddress(url: URL): PageAddress {
  const query = new URLSearchParams(url.search);
  const asked = query.get(parts);
  query.delete(parts);
  for (const name of [...query.keys()]) if (trackingParameter.test(name)) query.delete(name);
  query.sort();
  const search = query.size > 0 ? `?${query}` : '';
  const page = documentPath(url.pathname) + search;
  if (!url.pathname.endsWith('.data')) return { kind: 'document', page, key: page };
  return { kind: 'data', page, key: dataKey(page, asked) };
}

/** What the data of a page is kept under; whole unless only parts of it were asked for. */
export function dataKey(page: string, asked?: string | null): string {
  const [path = '', search = ''] = page.split(/(?=\?)/);
  const at = path === '/' ? '/_.data' : `${path}.data`;
  return asked ? `${at}${search}${search ? '&' : '?'}${parts}=${asked}` : at + search;
}

/** The home page of the store view that an address belongs to. @param homes `/`, `/de` */
export function homeOf(page: string, homes: readonly string[]): string {
  const path = page.split('?', 1)[0]!;
  return homes.find((home) => home !== '/' && (path === home || path.startsWith(`${home}/`))) ?? '/';
}

/** What is the same on every visit and never goes: the home page, and the frames that a browser fills itself. */
const frames = ['', '/cart', '/checkout', '/search', '/wishlist'];

/** The frames of a store view. @param home `/`, `/de` */
export const framesOf = (home: string): string[] =>
  frames.map((frame) => home.replace(/\/$/, '') + frame || '/');

/** Whether something that is kept is a frame, as a document or as data. @param key path and query */
export const isFrame = (key: string, homes: readonly string[]): boolean =>
  homes.some((home) => framesOf(home).some((page) => key === page || key === dataKey(page)));
