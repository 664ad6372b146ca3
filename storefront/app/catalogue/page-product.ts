import type { Attribute, ConfigurableChild, Product } from '@fynbos/core/catalogue/entities.ts';
import { childValue } from '@fynbos/core/catalogue/variant.ts';
import { cardFields } from './card-fields.ts';
import { quantityOf } from './cards.ts';
import { labelsOf } from './labels.ts';

const pageFields = [
  ...cardFields,
  'description',
  'short_description',
  'media_gallery',
  'configurable_options',
  'special_to_date',
] as const;

const childFields = [
  'id',
  'sku',
  'name',
  'status',
  'image',
  'stock',
  'final_price_incl_tax',
  'original_price_incl_tax',
  'special_price_incl_tax',
  'special_to_date',
] as const;

/** A product as its page needs it; the rest of the document does not travel to a metered phone. */
export type PageProduct = Pick<
  Product,
  Exclude<(typeof pageFields)[number], 'packsize' | 'brand' | 'product_type' | 'diet'>
> & {
  packsize?: string;
  brand?: string;
  /** Dietary labels in words. */
  diet: string[];
  configurable_children: PageChild[];
};

/** A variant; its own `packsize` stays the value it is chosen by. */
export type PageChild = ConfigurableChild & { packsizeLabel?: string };

/** Takes from a product document what its page shows. */
export function pageProduct(product: Product, attributes: readonly Attribute[]): PageProduct {
  const codes = product.configurable_options.map((option) => option.attribute_code);
  return {
    ...pick(product, pageFields),
    packsize: quantityOf(product, product, attributes),
    diet: labelsOf(product, 'diet', attributes),
    configurable_children: product.configurable_children.map((child) => ({
      ...pageChild(child, codes),
      packsizeLabel: quantityOf(child, product, attributes),
    })),
  } as unknown as PageProduct;
}

function pageChild(child: ConfigurableChild, codes: readonly string[]): ConfigurableChild {
  const values = codes.map((code) => [code, childValue(child, code)] as const);
  return {
    ...pick(child, childFields),
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
  } as unknown as ConfigurableChild;
}

function pick(from: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter((field) => from[field] !== undefined && from[field] !== null)
      .map((field) => [field, from[field]]),
  );
}
