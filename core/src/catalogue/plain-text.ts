const breaks = /<\/(?:p|div|li|h[1-6]|tr|ul|ol)\s*>|<br\s*\/?>|\r?\n\s*\r?\n/gi;
const unseen = /<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const tags = /<\/?[a-z!][^>]*>/gi;

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  eacute: 'é',
  deg: '°',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  reg: '®',
  trade: '™',
};

/**
 * Returns the paragraphs of a description that may contain HTML. Only text remains, so the description
 * cannot run code on a page.
 */
export function plainText(html: string | null | undefined): string[] {
  if (!html) return [];
  return html
    .replace(unseen, '')
    .replace(breaks, '\n\n')
    .replace(tags, '')
    .split('\n\n')
    .map((paragraph) => decode(paragraph).replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? entity;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : entity;
  });
}
