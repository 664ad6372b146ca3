/** The status of the worker for data that it cannot load: as a gateway that timed out. */
export const lost = 504;

const start = '#page-missing=';

/**
 * The address of the home page to which the worker redirects when a page is not cached. The home page
 * handles it (spec accounts 8).
 */
export const pageMissingHash = (page: string): string => start + encodeURIComponent(page);

export const isMissing = (hash: string): boolean => hash.startsWith(start);

/** The missing page as path and query; empty if it cannot be decoded. */
export function missingPage(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(start.length));
  } catch {
    return '';
  }
}
