import type { HeadersArgs } from 'react-router';

/** A page answers with the headers its loader gave, also when that loader refused. */
export function pageHeaders({ loaderHeaders, errorHeaders }: HeadersArgs): Headers {
  return errorHeaders ?? loaderHeaders;
}

/**
 * The tags under which a page is kept until one of them changes (SHELL-2), and the part of it that is a
 * file of its own: the server tells browsers of that before the page does.
 */
export function tagged(tags: string, latePart?: string): { headers: Record<string, string> } {
  return { headers: { 'x-cache-tags': tags, ...(latePart && { 'x-late-part': latePart }) } };
}
