import { redirect } from 'react-router';

/**
 * Throws a permanent redirect unless the page was requested at its right path.
 * @param requested the path that was requested, without filters
 */
export function redirectToRightAddress(right: string, requested: string, url: URL): void {
  if (right !== requested) throw permanentRedirect(right, url);
}

/** A permanent redirect to the right path of a page. Filters in the path and the query stay. */
export function permanentRedirect(right: string, { pathname, search }: URL): Response {
  const filters = pathname.indexOf(';');
  return redirect(right + (filters < 0 ? '' : pathname.slice(filters)) + search, 301);
}
