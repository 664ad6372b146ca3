import type { PageProduct } from '../../catalogue/state/product-details.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';

/**
 * The sku of the variant that a page shows when it loads: the one named in the address, otherwise the default
 * one. If a named variant does not exist and the operator allows no fallback, there is none (spec commerce 4).
 */
export function variantSkuOf(
  { configurable_children: children, bestSku }: Pick<PageProduct, 'configurable_children' | 'bestSku'>,
  named: string | undefined,
): string | undefined {
  if (named === undefined || children.some(({ sku }) => sku === named)) return named ?? bestSku;
  return apiSettings().switches.variantFallback ? bestSku : undefined;
}
