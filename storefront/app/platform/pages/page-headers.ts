import type { HeadersArgs } from 'react-router';
import { type LatePart, latePartHeaders } from './late-parts.ts';

/** Sends a page with the headers of its loader, also when the loader failed. */
export function pageHeaders({ loaderHeaders, errorHeaders }: HeadersArgs): Headers {
  return errorHeaders ?? loaderHeaders;
}

/**
 * Headers of a page: the tags that invalidate it in the page cache when they change (SHELL-2), and its
 * deferred parts.
 */
export function tagged(tags: string, ...lateParts: LatePart[]): { headers: Record<string, string> } {
  return { headers: { 'x-cache-tags': tags, ...latePartHeaders(lateParts) } };
}
