const placeholderOrigin = 'http://here.invalid';
const maxLength = 2000;

/**
 * Returns the path to which a visitor may be redirected by a parameter (`redirectUrl`, the language form):
 * a path of our own as it will be requested, without its hash. Anything else becomes `/` (spec D10).
 */
export function ownPath(redirectUrl: string): string {
  if (
    !redirectUrl.startsWith('/') ||
    redirectUrl.length > maxLength ||
    !URL.canParse(redirectUrl, placeholderOrigin)
  )
    return '/';
  const url = new URL(redirectUrl, placeholderOrigin);
  const path = url.pathname + url.search;
  return url.origin === placeholderOrigin && !leavesOrigin(path) ? path : '/';
}

/** Whether a client that decodes the path once more, or reads `\` as `/`, would go to another host. */
function leavesOrigin(path: string): boolean {
  return /^\/(?:\/|\\|%2f|%5c)/i.test(path);
}
