import { bestVariant, type VariantFound } from '@fynbos/core/catalogue/variant.ts';
import { apiSettings } from '../api-settings.ts';
import type { PageChild, PageProduct } from './page-product.ts';

/**
 * The variant an address stands for: the named one, otherwise the best (decision 20); or the error that
 * stands for it. Neither where a product has no variants.
 */
export function variantOf(
  product: PageProduct,
  childSku: string | undefined,
): Partial<VariantFound<PageChild>> & { variant?: PageChild } {
  return product.type_id === 'configurable'
    ? bestVariant<PageChild>(product, {}, apiSettings().switches, childSku)
    : {};
}
