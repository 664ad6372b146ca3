import { bestVariant } from '@fynbos/core/catalogue/variant.ts';
import type { PageChild, PageProduct } from './page-product.ts';

/** Variants that are sold out are shown all the same. */
export const variantRules = { listOutOfStock: true };

/** The variant an address stands for: the named one, otherwise the best (decision 20). */
export function variantOf(product: PageProduct, childSku: string | undefined): PageChild | undefined {
  return product.type_id === 'configurable'
    ? (bestVariant(product, {}, variantRules, childSku) as PageChild | undefined)
    : undefined;
}
