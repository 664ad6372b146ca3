import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { headingPrefix } from '@fynbos/core/content/cms.ts';
import { contentLink } from '@fynbos/core/content/content-link.ts';
import type { CmsPage } from '@fynbos/core/content/contract.ts';
import { plainText } from '@fynbos/core/content/plain-text.ts';
import sanitizeHtml from 'sanitize-html';

/** HTML that a page can show safely, and the elements that were removed. */
export interface Sanitised {
  html: string;
  headings: CmsPage['headings'];
  /** Removed elements and links, described for an operator. */
  removed: string[];
}

const allowed = [
  ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'hr', 'br'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'strong', 'b', 'em', 'i', 'small', 's', 'del', 'sub', 'sup', 'code', 'abbr'],
];

/** A page's only `h1` is its title; deeper headings become `h4`. */
const renamed: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4' };

/** Containers without meaning of their own; their removal is not reported. */
const containers = new Set(['div', 'span', 'section', 'article', 'main', 'header', 'footer', 'html', 'body']);

/** Elements whose content is not text; browsers parse most of it by separate rules. */
const textless = [
  ...['script', 'style', 'template', 'svg', 'math', 'iframe', 'object', 'embed', 'applet', 'head', 'title'],
  ...['textarea', 'select', 'option', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext', 'listing'],
  ...['audio', 'video', 'canvas', 'frameset', 'portal', 'fencedframe'],
];

/**
 * Sanitises HTML to the elements a page may contain: headings, paragraphs, lists, tables, inline emphasis
 * and safe links. Headings get an `id` for the table of contents. The function is idempotent.
 */
export function sanitise(html: string): Sanitised {
  const removed = new Set<string>();
  const clean = sanitizeHtml(html, {
    allowedTags: allowed,
    allowedAttributes: { a: ['href', 'rel'], th: ['scope'], ol: ['start'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: textless,
    parseStyleAttributes: false,
    nestingLimit: 30,
    transformTags: {
      '*': (name, attributes) => {
        const tagName = renamed[name] ?? name;
        if (!allowed.includes(tagName) && !containers.has(tagName)) removed.add(`<${name}>`);
        return { tagName, attribs: attributesOf(tagName, attributes, removed) };
      },
    },
  });
  return { ...withHeadings(isHarmless(clean) ? clean : asText(clean)), removed: [...removed] };
}

function attributesOf(
  name: string,
  attribs: Readonly<Record<string, string>>,
  removed: Set<string>,
): Record<string, string> {
  if (name === 'th') return { scope: attribs.scope === 'row' ? 'row' : 'col' };
  const { start = '' } = attribs;
  if (name === 'ol' && /^\d{1,4}$/.test(start)) return { start };
  if (name !== 'a' || attribs.href === undefined) return {};
  const link = contentLink(attribs.href);
  if (!link) removed.add(`the link to ${attribs.href.slice(0, 60)}`);
  return link ? { href: link.href, ...(link.isOutside ? { rel: 'noopener noreferrer' } : {}) } : {};
}

const attribute = ' (?:href|rel|scope|start)="[^"<>]*"';
const harmless = new RegExp(`</?(?:${allowed.join('|')})(?:${attribute})*(?: /)?>`, 'g');

/**
 * Checks the library's output once more, so that a flaw in the library does not reach the shop. After
 * removing the known tags, each in one notation, no text may remain that begins or ends a tag.
 */
const isHarmless = (html: string): boolean => !/[<>]/.test(html.replace(harmless, ''));

const asText = (html: string): string => html.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function withHeadings(html: string): Pick<Sanitised, 'html' | 'headings'> {
  const headings: Sanitised['headings'] = [];
  const ids = new Set<string>();
  const withIds = html.replace(/<h([2-4])>(.*?)<\/h\1>/gs, (_whole, level: string, inner: string) => {
    const text = plainText(inner).join(' ');
    const id = freeId(headingPrefix + (slugOf(text) || String(ids.size + 1)), ids);
    headings.push({ id, level: Number(level), text });
    return `<h${level} id="${id}">${inner}</h${level}>`;
  });
  return { html: withIds, headings };
}

function freeId(baseId: string, usedIds: Set<string>): string {
  let id = baseId;
  for (let count = 2; usedIds.has(id); count++) id = `${baseId}-${count}`;
  usedIds.add(id);
  return id;
}
