import type { PageProduct } from './page-product.ts';

const toBeChosen = new Set(['bundle', 'grouped', 'virtual', 'downloadable']);

/** Whether something is to be chosen of a product besides a variant, or to be said of how it comes. */
export function hasChoices({ type_id, custom_options }: PageProduct): boolean {
  return toBeChosen.has(type_id) || custom_options !== undefined;
}
