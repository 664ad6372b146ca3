import { differInChoiceAlone } from '@fynbos/core/catalogue/choice-query.ts';
import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** What is chosen of a product changes only the address: everything there is to choose came with the page. */
export function keepsProduct(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = change;
  const chose = differInChoiceAlone(currentUrl.searchParams, nextUrl.searchParams);
  return chose && currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate;
}
