import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { largestPage } from '@fynbos/core/shop.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { find, type Requester } from './catalogue-queries.ts';
import { type PageProduct, tierFields } from './product-details.ts';

const partFields = [
  'id',
  'sku',
  'name',
  'url_path',
  'image',
  'stock',
  'original_price',
  'original_price_incl_tax',
  'special_price',
  'special_price_incl_tax',
  'final_price',
  'final_price_incl_tax',
  'special_from_date',
  'special_to_date',
  'needs_cold',
] as const;

/** A product inside a grouped or bundle product, with the fields of its price. */
export type Part = Pick<Product, (typeof partFields)[number]> & Pick<PageProduct, 'tier_prices'>;

/**
 * Loads the parts of a grouped or bundle product, each once, those of a group in its order. A part that
 * cannot be loaded has its sku only, and its price is unknown (spec D22).
 */
export async function loadParts(product: Product, requester: Requester): Promise<(Part | MissingPart)[]> {
  const skus = partSkus(product);
  if (skus.length === 0) return [];
  const filters = { sku: { in: skus }, status: { in: [1] } };
  const tiers = apiSettings().switches.priceTiers ? ['tier_prices'] : [];
  const body = { filters, size: largestPage, includeFields: [...partFields, ...tiers] };
  const { items } = await find('product', body, requester);
  const bySku = new Map(
    items.map(({ tier_prices, ...part }): [string, Part] => [
      part.sku,
      { ...part, ...tierFields({ tier_prices }) },
    ]),
  );
  return skus.map((sku) => bySku.get(sku) ?? { sku });
}

export interface MissingPart {
  sku: string;
}

function partSkus({ type_id, product_links, bundle_options }: Product): string[] {
  const links = product_links
    .filter((link) => link.link_type === 'associated')
    .toSorted((a, b) => a.position - b.position);
  if (type_id === 'grouped') return [...new Set(links.map((link) => link.linked_product_sku))];
  if (type_id !== 'bundle') return [];
  return [...new Set(bundle_options.flatMap((option) => option.product_links.map(({ sku }) => sku)))];
}
