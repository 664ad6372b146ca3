/** Endings of files that the shop serves or that only scanners request. */
const fileEnding =
  /\.(js|mjs|css|map|png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|webmanifest|php|aspx?|env|sql|zip|gz)$/i;

/**
 * Whether a path ends like the name of a file. The URL dispatcher serves no such path (`isCataloguePath`). Every page
 * loads this module to build links, so it does not contain the fixed routes.
 */
export const hasFileEnding = (path: string): boolean => fileEnding.test(path);
