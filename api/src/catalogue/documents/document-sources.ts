import type { Attribute, Category, Stock } from '@fynbos/core/catalogue/entities.ts';
import type { SourcePrice } from '@fynbos/core/pricing/price.ts';
import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import type { PricePolicy } from '../../pricing/price-policy.ts';
import type { ProductRow } from './catalogue-store.ts';
import type { OptionIds } from './option-ids.ts';
import type { ProductStatistics } from './product-statistics.ts';
import type { PromotionLabels } from './promotion-labels.ts';

/** The data that documents are composed of, apart from the row itself, read for a batch of products. */
export interface DocumentSources {
  view: StoreView;
  policy: PricePolicy;
  promotionLabels: PromotionLabels;
  now: Date;
  taxRules: readonly TaxRule[];
  attributes: ReadonlyMap<string, Attribute>;
  /** The options of the attributes that say how a product is kept, in the language of the shop. */
  shopLabels: ReadonlyMap<string, Pick<Attribute, 'options'>>;
  categories: ReadonlyMap<number, Category>;
  prices: ReadonlyMap<number, SourcePrice>;
  stock: ReadonlyMap<number, Stock>;
  categoryIds: ReadonlyMap<number, number[]>;
  statistics: ProductStatistics;
  /** The catalogue's ids of the options of products, by product id. */
  optionIds: ReadonlyMap<number, OptionIds>;
  /** Children of configurable products by the parent's id, in order. */
  children: ReadonlyMap<number, ProductRow[]>;
  /** Linked products, by sku. */
  linked: ReadonlyMap<string, ProductRow>;
}
