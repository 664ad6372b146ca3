import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { listed } from '@fynbos/core/catalogue/listing.ts';
import { ApiProblem } from '../api-problem.ts';
import { apiSettings } from '../api-settings.ts';
import type { CardProduct } from './card-fields.ts';
import { type Asker, findCards } from './queries.ts';

const shown = 8;

/** As many as are shown, and as many again that may be known already. */
const asked = 2 * shown;

/**
 * Other products to look at: those the shop linked, related ones before better ones, otherwise the nearest,
 * first from the same shelf and then from the aisle around it (PDP-7, wire contract 8.8). All are on sale;
 * never the product itself, each once. What goes with a cart (crosssell) is not for this page. None where the search
 * is away: a product can be read about and bought without them.
 */
export async function loadRelated(product: Product, asker: Asker): Promise<CardProduct[]> {
  try {
    return await findRelated(product, asker);
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'search_unavailable') return [];
    throw error;
  }
}

async function findRelated(product: Product, asker: Asker): Promise<CardProduct[]> {
  const skus = linkedSkus(product);
  const linked = othersThan(product, inOrderOf(skus, await findWhere(product, 'sku', skus, asker)));
  if (linked.length > 0) return linked;
  const near = othersThan(
    product,
    await findWhere(product, 'category_ids', product.category_ids.slice(-1), asker),
  );
  if (near.length >= shown) return near;
  const around = await findWhere(product, 'category_ids', product.category_ids, asker);
  return othersThan(product, [...near, ...around]);
}

/** What the shop linked to be looked at with it, in the order it put them. */
export function linkedSkus({ product_links: links }: Pick<Product, 'product_links'>): string[] {
  const of = (type: string) =>
    links
      .filter((link) => link.link_type === type)
      .toSorted((one, other) => one.position - other.position)
      .map((link) => link.linked_product_sku);
  return [...new Set([...of('related'), ...of('upsell')])].slice(0, asked);
}

function inOrderOf(skus: readonly string[], found: readonly CardProduct[]): CardProduct[] {
  return found.toSorted((one, other) => skus.indexOf(one.sku) - skus.indexOf(other.sku));
}

async function findWhere(
  product: Pick<Product, 'id'>,
  attribute: string,
  values: readonly (string | number)[],
  asker: Asker,
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
    size: asked,
  };
  return (await findCards(body, asker)).items;
}

/** The first few that are not the product itself, each once. */
export function othersThan(product: Pick<Product, 'id'>, found: readonly CardProduct[]): CardProduct[] {
  const others = new Map(found.map((one) => [one.id, one]));
  others.delete(product.id);
  return [...others.values()].slice(0, shown);
}
