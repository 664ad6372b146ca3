/**
 * The response header in which a loader lists the tags of its page: `P12` and `C3` for one product and
 * category, `product`, `category`, `home` for any. It never leaves the server.
 */
export const cacheTagsHeader = 'x-cache-tags';

/** The response header in which a loader names the deferred modules of its page; it never leaves the server. */
export const latePartHeader = 'x-late-part';

/** The response header that carries the kind of a page (`page-kind.ts`); it never leaves the server. */
export const pageKindHeader = 'x-page-kind';

/** The tags of the header, separated by spaces or commas. */
export function tagsIn(headers: Headers): string[] {
  return (headers.get(cacheTagsHeader) ?? '').split(/[\s,]+/).filter(Boolean);
}

/** Maximum length of the list of tags: proxies refuse longer headers. */
const maxTagsLength = 3000;

/** The tags of a response as a header value, for page caches in front of the shop (wire contract 1.9). */
export function tagsHeaderValue(tags: readonly string[]): string {
  const all = tags.join(' ');
  return all.length > maxTagsLength ? all.slice(0, all.lastIndexOf(' ', maxTagsLength)) : all;
}
