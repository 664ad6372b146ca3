import type { HeadersArgs } from 'react-router';

/** A page answers with the headers its loader gave, also when that loader refused. */
export function pageHeaders({ loaderHeaders, errorHeaders }: HeadersArgs): Headers {
  return errorHeaders ?? loaderHeaders;
}

/**
 * The tags under which a page is kept until one of them changes (SHELL-2), and the parts of it that are
 * files of their own, separated by spaces (`account/login-view.tsx messages/account`): the server tells
 * browsers of those before the page does.
 */
export function tagged(tags: string, lateParts?: string): { headers: Record<string, string> } {
  return { headers: { 'x-cache-tags': tags, ...(lateParts && { 'x-late-part': lateParts }) } };
}
