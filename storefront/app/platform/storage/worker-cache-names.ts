/** Caches of the service worker for optional content; the shop's own files are not in them. */
export const pagesName = 'fynbos-pages';
export const picturesName = 'fynbos-pictures';
