import { bundleChoicesOf } from '@fynbos/core/catalogue/choices/bundle-choices.ts';
import { customChoicesOf } from '@fynbos/core/catalogue/choices/custom-choices.ts';
import { disabledFrom } from '@fynbos/core/catalogue/entities.ts';
import { findParent, findProduct } from '../../catalogue/state/find-product.ts';
import type { Choices } from '../../catalogue/state/product-configuration.ts';
import { type PageProduct, pageProduct } from '../../catalogue/state/product-details.ts';
import { loadParts, type MissingPart, type Part } from '../../catalogue/state/product-parts.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import type { CartLine } from '../sync/cart-view.ts';

/** The product of a line with everything that can be chosen. */
export interface Edited {
  product: PageProduct;
  parts: (Part | MissingPart)[];
}

/**
 * Loads the alternatives of a line (CART-6). For a variant this is its parent product, which is looked up
 * if the line does not name it.
 * @throws ApiProblem product_not_found when the product is no longer sold
 */
export async function loadEdited({ sku, parentSku }: CartLine, signal: AbortSignal): Promise<Edited> {
  const product = parentSku
    ? await findProduct('sku', parentSku, { signal })
    : ((await findParent(sku, { signal })) ?? (await findProduct('sku', sku, { signal })));
  if (!product || product.status >= disabledFrom) throw new ApiProblem('product_not_found');
  return { product: pageProduct(product, []), parts: await loadParts(product, { signal }) };
}

/** The choices a line was added with. */
export function choicesOfLine({ product_option: { extension_attributes: chosen } }: CartLine): Choices {
  return {
    custom: customChoicesOf(chosen.custom_options),
    bundle: bundleChoicesOf(chosen.bundle_options),
    grouped: {},
  };
}
