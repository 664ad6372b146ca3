import type { Product } from '@fynbos/core/catalogue/entities.ts';
import type { CardProduct } from './card-fields.ts';
import { type Asker, findCards } from './queries.ts';

/** One product inside a grouped or bundle product. */
export interface Part {
  product: CardProduct;
  qty: number;
  /** The option of a bundle it belongs to. */
  option: string;
  /** Whether it is what the price stands for. */
  isDefault: boolean;
}

const mostParts = 50;

/** What a grouped or bundle product is made of; parts that cannot be loaded are left out. */
export async function loadParts(product: Product, asker: Asker): Promise<Part[]> {
  const named = namedParts(product);
  if (named.length === 0) return [];
  const filters = { sku: { in: [...new Set(named.map((part) => part.sku))] }, status: { in: [1] } };
  const { items } = await findCards({ filters, size: mostParts }, asker);
  const bySku = new Map(items.map((item) => [item.sku, item]));
  return named.flatMap(({ sku, ...rest }) => {
    const part = bySku.get(sku);
    return part ? [{ product: part, ...rest }] : [];
  });
}

function namedParts(product: Product): (Omit<Part, 'product'> & { sku: string })[] {
  if (product.type_id === 'grouped') {
    return product.product_links
      .filter((link) => link.link_type === 'associated')
      .toSorted((one, other) => one.position - other.position)
      .map((link) => ({ sku: link.linked_product_sku, qty: 1, option: '', isDefault: true }));
  }
  if (product.type_id !== 'bundle') return [];
  return product.bundle_options.flatMap((option) =>
    option.product_links.map((link, index) => ({
      sku: link.sku,
      qty: link.qty || 1,
      option: option.title,
      isDefault: link.is_default || (index === 0 && !option.product_links.some((one) => one.is_default)),
    })),
  );
}
