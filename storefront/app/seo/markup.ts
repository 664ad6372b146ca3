const inAttributes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** A `<meta>` element; what it says cannot leave its attribute. */
export function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${content.replace(/[&"<>]/g, (sign) => inAttributes[sign]!)}"/>`;
}

const inScripts: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * Structured data as an element of the document. It is data: browsers do not run it, so the content
 * security policy does not ask about it; and no text in it can end the element or begin a comment.
 */
export function jsonLd(data: unknown): string {
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => inScripts[sign]!);
  return `<script type="application/ld+json">${json}</script>`;
}

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" };

/** The text of escaped HTML, as React writes it. */
export function unescaped(html: string): string {
  return html.replace(/&(amp|quot|lt|gt|#x27|#39);/g, (_, name: string) => entities[name]!);
}
