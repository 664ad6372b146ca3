import { decodeHtmlEntities } from '#html-entities';

// Elements that begin and end a line (HTML standard, section 15.3), and the line breaks.
const blockNames =
  'address|article|aside|blockquote|body|br|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|' +
  'figure|footer|form|h[1-6]|header|hgroup|hr|html|legend|li|listing|main|menu|nav|ol|optgroup|option|p|pre|' +
  'search|section|summary|table|tbody|tfoot|thead|tr|ul|xmp';
const blockTags = new RegExp(`</?(?:${blockNames})(?![\\w-])[^>]*>|\\r?\\n\\s*\\r?\\n`, 'gi');
const cellTags = /<\/?t[dh](?![\w-])[^>]*>/gi;
const unseen = /<(script|style|template|title)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi;
const tags = /<\/?[a-z!][^>]*>/gi;

/**
 * Returns the paragraphs of a description that may contain HTML: each block element is one, and the cells of a
 * table row have a space between them. Only text remains, so the description cannot run code on a page.
 */
export function plainText(html: string | null | undefined): string[] {
  if (!html) return [];
  return html
    .replace(unseen, '')
    .replace(blockTags, '\n\n')
    .replace(cellTags, ' ')
    .replace(tags, '')
    .split('\n\n')
    .map((paragraph) => decodeEntities(paragraph).replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
}

/** Decodes every named and numeric entity of HTML. A numeric one that is no character stays as written. */
export const decodeEntities = (text: string): string =>
  text.includes('&') ? decodeHtmlEntities(text.replace(invalidNumber, '&amp;$1')) : text;

const invalidNumber = /&(#(?:x0*(?:0|[2-9a-f][0-9a-f]{5}|1[1-9a-f][0-9a-f]{4}|[0-9a-f]{7,})|\d{8,}|0+);)/gi;
