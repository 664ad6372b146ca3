import { isPageWithoutThirdParties } from '../../app/platform/consent/pages-without-third-parties.ts';
import { documentPath, trackingParameter } from '../../app/platform/pages/document-path.ts';
import { pageParameters } from './cache-key.ts';

/**
 * Frames that a browser fills with its own data: they are sent with `no-store`, and are the same for every
 * visitor.
 */
const frames = new Set(['/cart', '/checkout', '/wishlist', '/compare', '/my-account', '/my-account/orders']);

/** What decides it about a complete page. */
interface CompletePage {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  tags: string[];
}

/** Whether a browser may store a page (`page-origin-header.ts`). */
export type Cacheability = 'keep' | 'once';

/**
 * Whether a browser may store a page for offline use: it is the same for every visitor (spec D32), and
 * its address is no secret and has only the parameters of product lists.
 * @param path path and query inside the store view, of the document or of its data
 */
export function cacheabilityOf(path: string, { status, cookies, tags, headers }: CompletePage): Cacheability {
  const { pathname, searchParams } = new URL(`http://shop.invalid${path}`);
  const document = documentPath(pathname);
  const isPlain = [...searchParams.keys()].every(
    (name) => pageParameters.has(name) || trackingParameter.test(name),
  );
  if (status !== 200 || cookies.length > 0 || !isPlain || isPageWithoutThirdParties(document)) return 'once';
  if (frames.has(document)) return 'keep';
  return tags.length > 0 && !/no-store/.test(headers['cache-control'] ?? '') ? 'keep' : 'once';
}
