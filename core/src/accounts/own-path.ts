const here = 'http://here.invalid';
const longest = 2000;

/**
 * Where a visitor may be sent because an address said so (`redirectUrl`, the language form): a path of our own,
 * as it will be asked for, without its hash. Anything else leads home (decision 10).
 */
export function ownPath(wanted: string): string {
  if (!wanted.startsWith('/') || wanted.length > longest || !URL.canParse(wanted, here)) return '/';
  const url = new URL(wanted, here);
  const path = url.pathname + url.search;
  return url.origin === here && !looksForeign(path) ? path : '/';
}

/** Whether somebody who decodes the path once more, or reads `\` as `/`, would leave for another host. */
function looksForeign(path: string): boolean {
  return /^\/(?:\/|\\|%2f|%5c)/i.test(path);
}
