/** Stores of the service worker that hold what is nice to have; the shop's own files are not in them. */
export const pagesName = 'fynbos-pages';
export const picturesName = 'fynbos-pictures';
