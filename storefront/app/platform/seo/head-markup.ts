const inAttributes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** A `<meta>` element; the content is escaped for the attribute. */
export function metaMarkup(kind: 'name' | 'property', name: string, content: string): string {
  // Every character of the pattern has an entry.
  return `<meta ${kind}="${name}" content="${content.replace(/[&"<>]/g, (character) => inAttributes[character]!)}"/>`;
}

const inScripts: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * Structured data as an element of the document. Browsers do not execute it, so the content security policy
 * does not cover it. No text in it can end the element or begin a comment.
 */
export const jsonLdMarkup = (data: unknown): string =>
  `<script type="application/ld+json">${jsonInScript(data)}</script>`;

/** Data for the scripts of a page, which read it by its id. */
export const jsonMarkup = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${jsonInScript(data)}</script>`;

// Every character of the pattern has an entry.
const jsonInScript = (data: unknown): string =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => inScripts[character]!);

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" };

/** The text of escaped HTML, as React writes it. */
export function unescaped(html: string): string {
  // Every name of the pattern has an entry.
  return html.replace(/&(amp|quot|lt|gt|#x27|#39);/g, (_, name: string) => entities[name]!);
}
