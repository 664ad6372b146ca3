/** How the worker answers for data that it cannot have: as a gateway does that waited in vain. */
export const lost = 504;

const start = '#page-missing=';

/** Where the worker leads to home in place of a page that is not kept: the home page knows what to do (accounts 8). */
export const pageMissingHash = (page: string): string => start + encodeURIComponent(page);

export const isMissing = (hash: string): boolean => hash.startsWith(start);

/** The page that is missing, as its address had path and query; empty where that cannot be read. */
export function missingPage(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(start.length));
  } catch {
    return '';
  }
}
