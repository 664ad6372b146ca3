import type { ProductType, Visibility } from '../../catalogue/entities.ts';

/** Fields that rarely change. */
export interface SteadyFacts {
  id: number;
  sku: string;
  name: string;
  brand: string;
  /** The slug of the brand's page, where it does not follow from the name. */
  brandSlug?: string;
  type_id: ProductType;
  visibility: Visibility;
  position: number;
  /** Labels of the product's type, which are searched but never shown. */
  kind: string;
  category_ids: readonly number[];
  url_path: string;
  image: string;
  /** The size for unit prices as printed on the product; empty when there is none. */
  packsize: string;
  /** The product has options to choose before it can be bought, which needs the network. */
  choose: boolean;
  /** The minimum quantity of an order line, if above 1. */
  minimum?: number;
}

/**
 * Fields that change often; amounts in cents, tax included. Only guest prices: group prices are never
 * included.
 */
export interface CurrentFacts {
  price: number;
  /** The price before a special; 0 when there is none. */
  was: number;
  /** For a product with variants: the price of the variant with `packsize`; otherwise 0. */
  measured: number;
  inStock: boolean;
}

export type SnapshotProduct = SteadyFacts & CurrentFacts;
