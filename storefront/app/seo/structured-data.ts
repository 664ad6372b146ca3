import type { OrderableFields } from '@fynbos/core/cart/orderable-product.ts';
import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { ConfigurableOption } from '@fynbos/core/catalogue/entities.ts';
import { childValue } from '@fynbos/core/catalogue/variant.ts';
import { maxStars } from '@fynbos/core/content/review.ts';
import { picturePath } from '@fynbos/core/images/sized-picture-path.ts';
import type { Measure, MeasuredBy } from '@fynbos/core/pricing/line-amount.ts';
import { formatPrice, randFormat } from '@fynbos/core/pricing/price-format.ts';
import { shop } from '@fynbos/core/shop.ts';
import type { PageChild } from '../catalogue/state/product-details.ts';
import { categoryPath, homePath, inView, productPath } from '../paths.ts';
import { storeView } from '../platform/api/api-settings.ts';
import type { Text } from '../platform/i18n/text.ts';
import { isOrderable, isUnknown } from '../pricing/unknown-price.ts';
import type { ProductPageData } from '../product/state/load-product.ts';
import type { ProductReviews, ShownReview } from '../reviews/state/load-reviews.ts';
import type { Policies } from './shop-policies.ts';

type Data = Record<string, unknown>;
/** Where the page is, and the translation of the catalogue's names that it shows (spec D68). */
export type PageContext = { origin: string } & Pick<Text, 'label'>;
const schema = 'https://schema.org';
const pictureSize = [600, 744] as const;

/**
 * The breadcrumbs from the home page; the last one is the page itself.
 * @param current name and path of the page
 */
export function crumbsData(
  { origin, label }: PageContext,
  crumbs: readonly Crumb[],
  current: { name: string; path: string },
): Data {
  const steps = [
    { name: shop.name, path: homePath },
    ...crumbs.map((crumb) => ({ name: label(crumb.name), path: categoryPath(crumb) })),
    current,
  ];
  return {
    '@context': schema,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + inView(path),
    })),
  };
}

/** A product with its offer; a product with variants as a group, each variant with its own offer. */
export function productData(
  context: PageContext,
  { product, brand, related: _, ...page }: ProductPageData,
  policies: Policies = {},
): Data {
  const { origin, label } = context;
  const about = {
    '@context': schema,
    name: product.name,
    description: product.paragraphs.join(' ') || product.name,
    image: [pictureOf(origin, product.image)],
    ...(brand && { brand: { '@type': 'Brand', name: brand.label } }),
    ...ratingData(page.reviews),
    ...(page.crumbs.length > 0 && { category: page.crumbs.map(({ name }) => label(name)).join(' > ') }),
  };
  const url = origin + inView(productPath(product));
  if (product.configurable_children.length === 0) {
    return {
      ...about,
      '@type': 'Product',
      sku: product.sku,
      ...(product.gtin && { gtin: product.gtin }),
      url,
      ...offerOf(product, { url, measure: product.measure, policies: policiesFor(product, policies) }),
    };
  }
  if (!namesVariants(product)) {
    const offers = offersOf(product);
    return { ...about, '@type': 'Product', sku: product.sku, url, ...offers };
  }
  return {
    ...about,
    '@type': 'ProductGroup',
    productGroupID: product.sku,
    url,
    variesBy: variesBy(product.configurable_options, label),
    hasVariant: product.configurable_children.map((child) => variantOf(context, product, child, policies)),
  };
}

/**
 * Above this number of variants the data holds the price range: 200 offers would be larger than the rest of
 * the page.
 */
const maxVariants = 40;

/** Whether the data of a product has each of its variants. */
export const namesVariants = ({ configurable_children }: ProductPageData['product']): boolean =>
  configurable_children.length <= maxVariants;

/** Without the variants whose price is unknown. */
function offersOf({ configurable_children: children, errors }: ProductPageData['product']): Data {
  const offered = children.filter((child) => !isUnknown(pricedOf(child)));
  if (offered.length === 0) return {};
  const prices = offered.map((child) => pricedOf(child).final_price_incl_tax);
  const sold = offered.some((child) => isOffered({ ...child, errors: { ...errors, ...child.errors } }));
  return {
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: writtenPrice(Math.min(...prices)),
      highPrice: writtenPrice(Math.max(...prices)),
      priceCurrency: storeView().currency,
      offerCount: offered.length,
      availability: availabilityOf(sold),
    },
  };
}

function variantOf(
  { origin, label }: PageContext,
  parent: ProductPageData['product'],
  child: PageChild,
  policies: Policies,
): Data {
  const url = origin + inView(productPath(parent, child.sku));
  const image = child.image && child.image !== 'no_selection' ? child.image : parent.image;
  return {
    '@type': 'Product',
    sku: child.sku,
    ...(child.gtin && { gtin: child.gtin }),
    name: child.name,
    image: [pictureOf(origin, image)],
    ...variantValues(parent.configurable_options, child, label),
    ...offerOf(
      { ...child, errors: { ...parent.errors, ...child.errors } },
      { url, measure: child.measure, policies },
    ),
  };
}

const availabilityOf = (isSold: boolean) => `${schema}/${isSold ? 'InStock' : 'OutOfStock'}`;

interface Sold extends OrderableFields {
  type_id?: string;
  final_price_incl_tax?: number;
  original_price_incl_tax?: number;
  special_price_incl_tax?: number;
  special_to_date?: unknown;
}

/** A product without a price field has the price 0. */
const pricedOf = ({ type_id, final_price_incl_tax = 0 }: Sold) => ({ type_id, final_price_incl_tax });

const isOffered = (sold: Sold) => isOrderable({ ...sold, ...pricedOf(sold) });

/** The offer with the price that the page shows, VAT included; none while the page shows no price. */
function offerOf(
  sold: Sold,
  { url, measure, policies }: { url: string; measure: Measure | undefined; policies: Policies },
): Data {
  if (isUnknown(pricedOf(sold))) return {};
  const price = pricedOf(sold).final_price_incl_tax;
  const ends = (sold.special_price_incl_tax ?? 0) > 0 ? sold.special_to_date : undefined;
  const former = formerOf(sold, price);
  const offers = {
    '@type': 'Offer',
    url,
    price: writtenPrice(price),
    priceCurrency: storeView().currency,
    availability: availabilityOf(isOffered(sold)),
    itemCondition: `${schema}/NewCondition`,
    ...(typeof ends === 'string' && { priceValidUntil: ends.slice(0, 10) }),
    priceSpecification: former
      ? [unitPriceOf(price, measure), formerPrice(former)]
      : unitPriceOf(price, measure),
    ...policies,
  };
  return { offers };
}

/** The price before a special, which the page strikes through. */
function formerOf({ special_price_incl_tax = 0, original_price_incl_tax = 0 }: Sold, price: number): number {
  return special_price_incl_tax > 0 && original_price_incl_tax > price ? original_price_incl_tax : 0;
}

function formerPrice(price: number): Data {
  return {
    '@type': 'UnitPriceSpecification',
    priceType: `${schema}/StrikethroughPrice`,
    price: writtenPrice(price),
    priceCurrency: storeView().currency,
    valueAddedTaxIncluded: true,
  };
}

/** Nothing is shipped of a product that is downloaded, or that is a service. */
function policiesFor({ type_id }: Sold, { shippingDetails, ...policies }: Policies): Policies {
  const isShipped = type_id !== 'virtual' && type_id !== 'downloadable';
  return { ...policies, ...(isShipped && shippingDetails !== undefined && { shippingDetails }) };
}

/** `12.90`: digits and a decimal point only, in every language. */
function writtenPrice(price: number): string {
  return String(formatPrice(price, { ...randFormat, sign: '', group: '' }));
}

/** The UN/CEFACT code of each unit of comparison, and its quantity in that unit. */
const unitCodes: Record<MeasuredBy, readonly [code: string, each: number]> = {
  kg: ['KGM', 1],
  '100g': ['GRM', 100],
  l: ['LTR', 1],
  '100ml': ['MLT', 100],
  each: ['C62', 1],
};

/** The price, and its reference quantity if the pack size is known: kilograms, litres or units. */
function unitPriceOf(price: number, measure: Measure | undefined): Data {
  return {
    '@type': 'UnitPriceSpecification',
    price: writtenPrice(price),
    priceCurrency: storeView().currency,
    valueAddedTaxIncluded: true,
    ...(measure && { referenceQuantity: quantityIn(measure) }),
  };
}

function quantityIn([unit, times, over]: Measure): Data {
  const [unitCode, each] = unitCodes[unit];
  const quantity = (value: number) => ({ '@type': 'QuantitativeValue', value, unitCode });
  return { ...quantity((each * over) / times), valueReference: quantity(each) };
}

/** The largest size of a product picture, as an absolute address. */
export function pictureOf(origin: string, file: string | undefined): string {
  return origin + picturePath(pictureSize, file);
}

/** The rating of a product and the reviews shown on its page; empty without reviews. */
export function ratingData({ average, count, newest }: ProductReviews): Record<string, unknown> {
  if (count === 0) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average,
      reviewCount: count,
      bestRating: maxStars,
      worstRating: 1,
    },
    review: newest.map(reviewData),
  };
}

function reviewData({ title, detail, nickname, rating, created_at }: ShownReview) {
  return {
    '@type': 'Review',
    name: title,
    reviewBody: detail,
    author: { '@type': 'Person', name: nickname },
    datePublished: created_at.slice(0, 10),
    ...(rating > 0 && {
      reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: maxStars, worstRating: 1 },
    }),
  };
}

/** The properties of schema.org by which variants differ, and the attribute codes that mean them. */
const variantProperties: readonly (readonly [property: string, codes: RegExp])[] = [
  ['color', /colou?r|farbe|kleur/i],
  ['size', /size|capacity|volume|weight|length|width/i],
  ['material', /material|fabric/i],
  ['pattern', /pattern/i],
];

const propertyOf = ({ attribute_code }: ConfigurableOption): string | undefined =>
  variantProperties.find(([, codes]) => codes.test(attribute_code))?.[0];

/** What the variants of a product differ by: a property of schema.org, or the name of the option. */
function variesBy(options: readonly ConfigurableOption[], label: Text['label']): string[] {
  return [...new Set(options.map((option) => addressOf(propertyOf(option)) ?? label(option.label)))];
}

const addressOf = (property: string | undefined) => property && `${schema}/${property}`;

/** The values of a variant: in the property of schema.org, or as a property with the name of the option. */
function variantValues(options: readonly ConfigurableOption[], child: PageChild, label: Text['label']): Data {
  const values: Record<string, unknown> = {};
  const named: unknown[] = [];
  for (const option of options) {
    const chosen = childValue(child, option.attribute_code);
    if (chosen === undefined) continue;
    const known = option.values.find(({ value_index }) => value_index === chosen);
    const value = known ? label(known.label) : chosen;
    const property = propertyOf(option);
    if (property && !(property in values)) values[property] = value;
    else named.push({ '@type': 'PropertyValue', name: label(option.label), value });
  }
  return { ...values, ...(named.length > 0 && { additionalProperty: named }) };
}
