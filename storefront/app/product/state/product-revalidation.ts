import { differInChoiceAlone } from '@fynbos/core/catalogue/choices/choice-query.ts';
import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Choices of a product change only the address, because all options came with the page. */
export function shouldRevalidateProduct(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = change;
  const chose = differInChoiceAlone(currentUrl.searchParams, nextUrl.searchParams);
  return chose && currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate;
}
