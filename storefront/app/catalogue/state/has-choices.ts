import type { PageProduct } from './product-details.ts';

const toBeChosen = new Set(['bundle', 'grouped', 'virtual', 'downloadable']);

/** Whether a product has choices other than its variant, or a note about its delivery. */
export function hasChoices({ type_id, custom_options }: PageProduct): boolean {
  return toBeChosen.has(type_id) || custom_options !== undefined;
}
