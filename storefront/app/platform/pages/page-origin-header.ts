/**
 * The header by which a browser distinguishes a page of the shop from a page of a captive portal or proxy.
 * `keep` means that the page is the same for every visitor and may be stored for offline use, `once` means
 * any other page.
 */
export const pageOriginHeader = 'x-fynbos-page';
