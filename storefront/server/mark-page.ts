import { isClosed } from '../app/closed-pages.ts';
import { documentPath, trackingParameter } from '../app/page-address.ts';
import { pageParameters } from './cache-key.ts';
import type { Page } from './page.ts';

/** Frames that a browser fills with what only it knows: they say `no-store`, and are the same for everybody. */
const frames = new Set(['/cart', '/checkout', '/wishlist', '/compare', '/my-account', '/my-account/orders']);

/**
 * Whether a browser may keep a page for a time without a network: it shows what everybody sees (decision 32), and its
 * address is no secret and asks for nothing but what lists are chosen by.
 *
 * @param path path and query inside the store view, of the document or of its data
 */
export function markOf(path: string, { status, cookies, tags, headers }: Omit<Page, 'mark'>): Page['mark'] {
  const { pathname, searchParams } = new URL(path, 'http://shop.invalid');
  const document = documentPath(pathname);
  const isPlain = [...searchParams.keys()].every(
    (name) => pageParameters.has(name) || trackingParameter.test(name),
  );
  if (status !== 200 || cookies.length > 0 || !isPlain || isClosed(document)) return 'once';
  if (frames.has(document)) return 'keep';
  return tags.length > 0 && !/no-store/.test(headers['cache-control'] ?? '') ? 'keep' : 'once';
}
