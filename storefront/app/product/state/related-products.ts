import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { listed } from '@fynbos/core/catalogue/listing.ts';
import { findCards, type Requester } from '../../catalogue/state/catalogue-queries.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';

const shown = 8;

/** Twice as many as are shown, because some may be dropped as duplicates. */
const maxRequested = 2 * shown;

/**
 * Related products: those the shop linked, related before upsell; otherwise the nearest ones, first from
 * the same category and then from those around it (PDP-7, wire contract 8.8). All are on sale and listed
 * once; the product itself is excluded. Cross-sells belong to the cart. Returns none while the search is
 * unavailable, because the product page works without them.
 */
export async function loadRelated(product: Product, requester: Requester): Promise<CardProduct[]> {
  try {
    return await findRelated(product, requester);
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'search_unavailable') return [];
    throw error;
  }
}

async function findRelated(product: Product, requester: Requester): Promise<CardProduct[]> {
  const skus = linkedSkus(product);
  const linked = othersThan(product, inOrderOf(skus, await findWhere(product, 'sku', skus, requester)));
  if (linked.length > 0) return linked;
  const near = othersThan(
    product,
    await findWhere(product, 'category_ids', product.category_ids.slice(-1), requester),
  );
  if (near.length >= shown) return near;
  const around = await findWhere(product, 'category_ids', product.category_ids, requester);
  return othersThan(product, [...near, ...around]);
}

/** The linked products, in the shop's order. */
export function linkedSkus({ product_links: links }: Pick<Product, 'product_links'>): string[] {
  const of = (type: string) =>
    links
      .filter((link) => link.link_type === type)
      .toSorted((a, b) => a.position - b.position)
      .map((link) => link.linked_product_sku);
  return [...new Set([...of('related'), ...of('upsell')])].slice(0, maxRequested);
}

function inOrderOf(skus: readonly string[], products: readonly CardProduct[]): CardProduct[] {
  return products.toSorted((a, b) => skus.indexOf(a.sku) - skus.indexOf(b.sku));
}

async function findWhere(
  product: Pick<Product, 'id'>,
  attribute: string,
  values: readonly (string | number)[],
  requester: Requester,
): Promise<CardProduct[]> {
  if (values.length === 0) return [];
  const body = {
    _appliedFilters: [
      ...listed(apiSettings().switches),
      { attribute: 'status', value: { in: [1] }, scope: 'default' },
      { attribute: 'id', value: { nin: [product.id] }, scope: 'default' },
      { attribute, value: { in: values }, scope: 'default' },
    ],
    _appliedSort: [{ field: 'position', options: 'asc' }],
    size: maxRequested,
  };
  return (await findCards(body, requester)).items;
}

/** The first products other than the product itself, each once. */
export function othersThan(product: Pick<Product, 'id'>, products: readonly CardProduct[]): CardProduct[] {
  const byId = new Map(products.map((card) => [card.id, card]));
  byId.delete(product.id);
  return [...byId.values()].slice(0, shown);
}
