/**
 * The header by which a browser knows a page of ours from one that a portal or a proxy put in its place: `keep` where
 * the page is the same for everybody and may be kept for a time without a network, `once` otherwise.
 */
export const pageMark = 'x-fynbos-page';
