import type { HeadersArgs } from 'react-router';

/** Sends a page with the headers of its loader, also when the loader failed. */
export function pageHeaders({ loaderHeaders, errorHeaders }: HeadersArgs): Headers {
  return errorHeaders ?? loaderHeaders;
}

/**
 * Headers of a page: the tags that invalidate it in the page cache when they change (SHELL-2), and its
 * deferred parts, separated by spaces (`account/login-view.tsx messages/account`). The server announces
 * these parts to browsers before the page itself.
 */
export function tagged(tags: string, lateParts?: string): { headers: Record<string, string> } {
  return { headers: { 'x-cache-tags': tags, ...(lateParts && { 'x-late-part': lateParts }) } };
}
