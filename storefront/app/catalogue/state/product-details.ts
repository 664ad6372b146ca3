import { gtinOf } from '@fynbos/core/catalogue/codes/gtin.ts';
import type {
  Attribute,
  BundleOption,
  ConfigurableChild,
  CustomOption,
  Product,
} from '@fynbos/core/catalogue/entities.ts';
import { bestVariant, childValue, isChoosable, type VariantRules } from '@fynbos/core/catalogue/variant.ts';
import { plainText } from '@fynbos/core/content/plain-text.ts';
import { pick } from '@fynbos/core/pick.ts';
import type { TierFields } from '@fynbos/core/pricing/document-prices.ts';
import type { Measure } from '@fynbos/core/pricing/line-amount.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import type { PriceFreshness } from '../../pricing/price-refresh.ts';
import { labelsOf } from './attribute-labels.ts';
import { cardFields } from './product-card-fields.ts';
import { measureIn } from './product-cards.ts';

const pageFields = [
  ...cardFields,
  'media_gallery',
  'configurable_options',
  'special_from_date',
  'special_to_date',
  'errors',
  'info',
  'needs_cold',
  'deal_codes',
] as const;

/** The fields from which a price with choices is calculated. */
const netFields = ['original_price', 'special_price', 'final_price'] as const;

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
  'special_from_date',
  'special_to_date',
  'errors',
] as const;

/**
 * The fields of a product that its page needs. The other fields are not sent, to save data on metered
 * connections.
 */
export type PageProduct = Pick<
  Product,
  Exclude<(typeof pageFields)[number], 'packsize' | 'brand' | 'diet'>
> & {
  /** Package size for the unit price, where it is known. */
  measure?: Measure;
  /** The Global Trade Item Number, if the product has one. */
  gtin?: string;
  /** Whether the price includes no VAT, as the law provides for basic food. */
  zeroRated: boolean;
  brand?: string;
  /** Labels of the dietary values. */
  diet: string[];
  /** The description as plain text. */
  paragraphs: string[];
  /** The first paragraph, for search engines. */
  summary: string;
  /** The variants that can be chosen. */
  configurable_children: PageChild[];
  /** The sku of the default variant, used when none is named (spec D20). */
  bestSku?: string;
  /** Absent when the product has no custom options; `bundle_options` is absent in the same way. */
  custom_options?: CustomOption[];
  bundle_options?: BundleOption[];
  /** The tiers of this visitor; absent when there are none, and where price tiers are off. */
  tier_prices?: TierFields[];
} & Partial<Pick<Product, (typeof netFields)[number]>> &
  PriceFreshness;

/** A variant; its own `packsize` remains the value it is chosen by. */
export type PageChild = ConfigurableChild & {
  measure?: Measure;
  gtin?: string;
  tier_prices?: TierFields[];
} & PriceFreshness;

/** Picks the fields of a product document that its page shows. */
export function pageProduct(product: Product, attributes: readonly Attribute[]): PageProduct {
  const codes = product.configurable_options.map((option) => option.attribute_code);
  const { switches } = apiSettings();
  const choosable = product.configurable_children.filter((child) => isChoosable(child, switches));
  const { packsize: _, brand, ...shown } = pick(product, pageFields);
  const isSet = product.type_id === 'bundle' || product.type_id === 'grouped';
  // The unit price of a set depends on its choices.
  const measure = isSet ? undefined : measureIn(product, attributes);
  // `pick` returns a record without types; `pageFields` and the fields below are those of the type.
  return {
    ...shown,
    ...choiceFields(product),
    ...tierFields(product),
    ...gtinField(product),
    measure,
    zeroRated: product.price_tax === 0,
    ...(brand !== undefined && { brand: String(brand) }),
    diet: labelsOf(product, 'diet', attributes),
    paragraphs: plainText(product.description || product.short_description),
    summary: plainText(product.short_description || product.description)[0]?.slice(0, 160) || product.name,
    bestSku: bestSkuOf(product, switches),
    configurable_children: choosable.map((child) => ({
      ...pageChild(child, codes),
      ...tierFields(child),
      ...gtinField(child),
      ...(product.custom_options.length > 0 && pick(child, netFields)),
      measure: measureIn(child, attributes) ?? measure,
    })),
  };
}

/** The tiers of a document. Where price tiers are off, a document has those of all groups, and none applies. */
export function tierFields({
  tier_prices,
}: {
  tier_prices?: TierFields[];
}): Pick<PageProduct, 'tier_prices'> {
  return apiSettings().switches.priceTiers && tier_prices?.length ? { tier_prices } : {};
}

function gtinField({ product_code }: Record<string, unknown>): { gtin?: string } {
  const gtin = gtinOf(product_code);
  return gtin ? { gtin } : {};
}

/** The options of a product, and the prices they are added to. */
function choiceFields(product: Product): Partial<PageProduct> {
  const { custom_options, bundle_options, type_id } = product;
  const hasOptions = custom_options.length > 0;
  return {
    ...(hasOptions && { custom_options }),
    ...(type_id === 'bundle' && { bundle_options }),
    ...((hasOptions || type_id === 'bundle') && pick(product, netFields)),
  };
}

function bestSkuOf(product: Product, rules: VariantRules): string | undefined {
  return product.type_id === 'configurable' ? bestVariant(product, {}, rules).variant?.sku : undefined;
}

function pageChild(child: ConfigurableChild, codes: readonly string[]): ConfigurableChild {
  const values = codes.map((code) => [code, childValue(child, code)] as const);
  // A page reads no other fields. It finds the values of a variant under their codes, not in `custom_attributes`.
  return {
    ...pick(child, childFields),
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
  } as ConfigurableChild;
}
