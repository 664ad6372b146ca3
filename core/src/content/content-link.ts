import { ownPath } from '../accounts/same-site-path.ts';
import { isFixedRoute, showsContent } from '../catalogue/fixed-routes.ts';

const placeholderOrigin = 'http://here.invalid';
const maxLength = 2000;
const hidden = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2066-\u2069\\]/u;

/** Target of a link on a content page, and whether it leaves the shop. */
export interface ContentLink {
  href: string;
  isOutside: boolean;
}

/**
 * Reads a link of a content page. Allowed are a path of the shop, an anchor, `https:`, `mailto:` and
 * `tel:`.
 * @returns undefined for any other link
 */
export function contentLink(written: string): ContentLink | undefined {
  const href = written.trim();
  if (href === '' || href.length > maxLength || hidden.test(href)) return undefined;
  if (/^#[\p{L}\p{N}_-]+$/u.test(href) || isMailOrPhone(href)) return { href, isOutside: false };
  return href.startsWith('/') ? ownLink(href) : outsideLink(href);
}

function isMailOrPhone(href: string): boolean {
  return (
    /^mailto:[\w.+-]+@[\w-]+(\.[\w-]+)+(\?subject=[\w.%-]*)?$/i.test(href) ||
    /^tel:\+?[\d()-]{3,20}$/i.test(href)
  );
}

function ownLink(href: string): ContentLink | undefined {
  const path = ownPath(href);
  if (path === '/' && !/^\/(#|$)/.test(href)) return undefined;
  return { href: canonicalPath(path) + new URL(href, placeholderOrigin).hash, isOutside: false };
}

/** A content page has its identifier as address, except where a fixed route has it. */
function canonicalPath(path: string): string {
  const [, identifier = '', query = ''] = /^\/(?:i|pages)\/([^/?]+)(\?.*)?$/.exec(path) ?? [];
  const isServed = identifier !== '' && (!isFixedRoute(identifier) || showsContent(identifier));
  return isServed ? `/${identifier}${query}` : path;
}

function outsideLink(href: string): ContentLink | undefined {
  if (!/^https:\/\/[^/]/i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return url.username === '' && url.password === '' ? { href: url.href, isOutside: true } : undefined;
}
