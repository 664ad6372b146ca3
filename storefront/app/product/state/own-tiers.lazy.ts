import type { TierFields } from '@fynbos/core/pricing/document-prices.ts';
import { find } from '../../catalogue/state/catalogue-queries.ts';
import { tierFields } from '../../catalogue/state/product-details.ts';
import type { ProductPageData } from './load-product.ts';

/**
 * The page of a group member with the tiers of that group. The page was rendered for all visitors; without a
 * response it shows no tiers, because those of other visitors are not charged.
 */
export async function withOwnTiers(page: ProductPageData, signal: AbortSignal): Promise<ProductPageData> {
  const { product, parts } = page;
  const skus = [product, ...parts].map(({ sku }) => sku);
  const body = { filters: { sku: { in: skus } }, size: skus.length, includeFields: tierPaths };
  const { items } = await find('product', body, { signal }).catch(() => ({ items: [] }));
  signal.throwIfAborted();
  const documentOf = (sku: string) => items.find((item) => item.sku === sku);
  const ownDocument = documentOf(product.sku);
  const children = ownDocument?.configurable_children ?? [];
  return {
    ...page,
    product: {
      ...withTiers(product, ownDocument),
      configurable_children: product.configurable_children.map((child) =>
        withTiers(
          child,
          children.find(({ sku }) => sku === child.sku),
        ),
      ),
    },
    parts: parts.map((part) => ('name' in part ? withTiers(part, documentOf(part.sku)) : part)),
  };
}

const tierPaths = ['sku', 'tier_prices', 'configurable_children.sku', 'configurable_children.tier_prices'];

function withTiers<P extends object>(product: P, ownDocument: { tier_prices?: TierFields[] } | undefined) {
  return { ...product, tier_prices: tierFields(ownDocument ?? {}).tier_prices ?? [] };
}
