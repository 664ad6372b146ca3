import { plainText } from '@fynbos/core/catalogue/plain-text.ts';
import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { headingPrefix } from '@fynbos/core/content/cms.ts';
import type { CmsPage } from '@fynbos/core/content/contract.ts';
import { contentLink } from '@fynbos/core/content/link.ts';
import sanitizeHtml from 'sanitize-html';

/** HTML that can do nothing on a page but be read, and what was not allowed in it. */
export interface Sanitised {
  html: string;
  headings: CmsPage['headings'];
  /** Elements and links that were taken out, as a person would name them. */
  removed: string[];
}

const allowed = [
  ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'hr', 'br'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'strong', 'b', 'em', 'i', 'small', 's', 'del', 'sub', 'sup', 'code', 'abbr'],
];

/** There is one `h1` on a page, and that is its title; what stands too deep stands at the deepest. */
const renamed: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4' };

/** Boxes that only hold others: nobody has to be told that they are gone. */
const boxes = new Set(['div', 'span', 'section', 'article', 'main', 'header', 'footer', 'html', 'body']);

/** What stands in these is no text; browsers read most of it by rules of its own. */
const textless = [
  ...['script', 'style', 'template', 'svg', 'math', 'iframe', 'object', 'embed', 'applet', 'head', 'title'],
  ...['textarea', 'select', 'option', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext', 'listing'],
  ...['audio', 'video', 'canvas', 'frameset', 'portal', 'fencedframe'],
];

/**
 * Leaves of HTML only what a page may say: headings, paragraphs, lists, tables, words set apart, and links that
 * lead somewhere harmless. Headings get an `id`, so that a table of contents can lead to them. The same again
 * gives the same again.
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
        if (!allowed.includes(tagName) && !boxes.has(tagName)) removed.add(`<${name}>`);
        return { tagName, attribs: attributesOf(tagName, attributes, removed) };
      },
    },
  });
  return { ...withHeadings(isHarmless(clean) ? clean : asText(clean)), removed: [...removed] };
}

function attributesOf(
  name: string,
  given: Readonly<Record<string, string>>,
  removed: Set<string>,
): Record<string, string> {
  if (name === 'th') return { scope: given.scope === 'row' ? 'row' : 'col' };
  if (name === 'ol' && /^\d{1,4}$/.test(given.start ?? '')) return { start: given.start! };
  if (name !== 'a' || given.href === undefined) return {};
  const link = contentLink(given.href);
  if (!link) removed.add(`the link to ${given.href.slice(0, 60)}`);
  return link ? { href: link.href, ...(link.isOutside ? { rel: 'noopener noreferrer' } : {}) } : {};
}

const attribute = ' (?:href|rel|scope|start)="[^"<>]*"';
const harmless = new RegExp(`</?(?:${allowed.join('|')})(?:${attribute})*(?: /)?>`, 'g');

/**
 * What the library lets through is looked at once more, so that a hole in it is none in the shop: without its
 * known tags, each written in one way only, nothing is left that could begin or end another.
 */
const isHarmless = (html: string): boolean => !/[<>]/.test(html.replace(harmless, ''));

const asText = (html: string): string => html.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function withHeadings(html: string): Pick<Sanitised, 'html' | 'headings'> {
  const headings: Sanitised['headings'] = [];
  const ids = new Set<string>();
  const marked = html.replace(/<h([2-4])>(.*?)<\/h\1>/gs, (_whole, level: string, inner: string) => {
    const text = plainText(inner).join(' ');
    const id = freeId(headingPrefix + (slugOf(text) || String(ids.size + 1)), ids);
    headings.push({ id, level: Number(level), text });
    return `<h${level} id="${id}">${inner}</h${level}>`;
  });
  return { html: marked, headings };
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`;
  taken.add(id);
  return id;
}
