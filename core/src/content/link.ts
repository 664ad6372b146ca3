import { ownPath } from '../accounts/own-path.ts';

const here = 'http://here.invalid';
const longest = 2000;
const hidden = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2066-\u2069\\]/u;

/** Where a link of a page leads, and whether it leaves the shop. */
export interface ContentLink {
  href: string;
  isOutside: boolean;
}

/**
 * A link as a page may have it: a path of the shop, a place on the page, `https:`, `mailto:` or `tel:`.
 *
 * @returns undefined for every other
 */
export function contentLink(written: string): ContentLink | undefined {
  const href = written.trim();
  if (href === '' || href.length > longest || hidden.test(href)) return undefined;
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
  return { href: path + new URL(href, here).hash, isOutside: false };
}

function outsideLink(href: string): ContentLink | undefined {
  if (!/^https:\/\/[^/]/i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return url.username === '' && url.password === '' ? { href: url.href, isOutside: true } : undefined;
}
