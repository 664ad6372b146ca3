import type { Subject } from '@fynbos/artwork/picture-subject.ts';
import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { attributeLabel } from './documents/attribute-label.ts';
import { parseProduct } from './documents/product-index.ts';
import type { LiveCatalogue } from './live-catalogue.ts';

/**
 * The attributes from which a product's picture is drawn, taken from its current document; undefined for an
 * unknown SKU.
 */
export function pictureSubject(catalogue: LiveCatalogue, sku: string): Subject | undefined {
  const record = catalogue.findBySku(sku);
  if (!record) return undefined;
  const product = parseProduct(record.json);
  const label = (code: string) => attributeLabel(product[code], catalogue.attributes().get(code));
  return {
    name: product.name,
    brand: label('product_brand') || label('brand'),
    format: label('format'),
    packsize: label('packsize'),
    colour: label('colour'),
    kinds: [label('product_subtype'), label('product_type'), ...categoryTerms(product)],
  };
}

/** The product's deepest category, then its ancestors. */
function categoryTerms(product: Product): string[] {
  const depth = ({ path }: Product['category'][number]) => path.split('/').length;
  const [first] = product.category.toSorted((left, right) => depth(right) - depth(left));
  if (!first) return [];
  const above = first.path.split('/').slice(0, -1).reverse();
  return [first.name, ...above.map((slug) => slug.replaceAll('-', ' ').replaceAll(' and ', ' & '))];
}
