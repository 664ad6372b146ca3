import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { listed } from '@fynbos/core/catalogue/listing.ts';
import { apiSettings } from '../api-settings.ts';
import type { CardProduct } from './card-fields.ts';
import { type Asker, findCards } from './queries.ts';

const shown = 8;

/**
 * Other products to look at: those the shop linked, otherwise the nearest, first from the same shelf
 * and then from the aisle around it (wire contract 8.8); never the product itself, each once.
 */
export async function loadRelated(product: Product, asker: Asker): Promise<CardProduct[]> {
  const linked = product.product_links
    .filter((link) => link.link_type === 'related')
    .map((link) => link.linked_product_sku);
  if (linked.length > 0) return othersThan(product, await findWhere('sku', linked, asker));
  const near = othersThan(product, await findWhere('category_ids', product.category_ids.slice(-1), asker));
  if (near.length >= shown) return near;
  const around = await findWhere('category_ids', product.category_ids, asker);
  return othersThan(product, [...near, ...around]);
}

async function findWhere(
  attribute: string,
  values: readonly (string | number)[],
  asker: Asker,
): Promise<CardProduct[]> {
  if (values.length === 0) return [];
  const body = {
    _appliedFilters: [
      ...listed(apiSettings().switches),
      { attribute, value: { in: values }, scope: 'default' },
    ],
    _appliedSort: [{ field: 'position', options: 'asc' }],
    // One more than is shown, and as many again that may be known already.
    size: 2 * shown + 1,
  };
  return (await findCards(body, asker)).items;
}

/** The first few that are not the product itself, each once. */
export function othersThan(product: Pick<Product, 'id'>, found: readonly CardProduct[]): CardProduct[] {
  const others = new Map(found.map((one) => [one.id, one]));
  others.delete(product.id);
  return [...others.values()].slice(0, shown);
}
