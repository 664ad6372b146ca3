/**
 * The response header by which a loader says what its page shows: `P12` and `C3` for one product and
 * category, `product`, `category`, `home` for any. It never leaves the server.
 */
export const cacheTagsHeader = 'x-cache-tags';

/** The response header by which a loader names the module that its page fetches late; it never leaves either. */
export const latePartHeader = 'x-late-part';

/** The response header by which a page says of which kind it is (`page-kind.ts`); it never leaves either. */
export const pageKindHeader = 'x-page-kind';

/** The tags a header lists, parted by spaces or commas. */
export function tagsIn(headers: Headers): string[] {
  return (headers.get(cacheTagsHeader) ?? '').split(/[\s,]+/).filter(Boolean);
}

/** As long as the list of tags may be: proxies refuse headers that are longer. */
const longest = 3000;

/** Tags as an answer names them, to whoever keeps pages before the shop (wire contract 1.9). */
export function tagsLine(tags: readonly string[]): string {
  const all = tags.join(' ');
  return all.length > longest ? all.slice(0, all.lastIndexOf(' ', longest)) : all;
}
