import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Choosing another variant changes only `childSku`, and every variant came with the page. */
export function keepsProduct(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = change;
  const chose = currentUrl.searchParams.get('childSku') !== nextUrl.searchParams.get('childSku');
  return chose && currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate;
}
