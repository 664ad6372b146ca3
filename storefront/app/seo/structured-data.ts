import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { Measure, MeasuredBy } from '@fynbos/core/pricing/line-amount.ts';
import { formatPrice, randFormat } from '@fynbos/core/pricing/price-format.ts';
import { shop } from '@fynbos/core/shop.ts';
import type { PageChild } from '../catalogue/state/product-details.ts';
import { categoryPath, homePath, inView, picturePath, productPath, searchPath } from '../paths.ts';
import { storeView } from '../platform/api/api-settings.ts';
import type { ProductPageData } from '../product/state/load-product.ts';
import { ratingData } from './reviews-data.ts';

type Data = Record<string, unknown>;
const context = 'https://schema.org';
const pictureSize = [600, 744] as const;

/** The shop itself and its search, for the home page. */
export function shopData(origin: string): Data {
  const home = origin + inView(homePath);
  const target = `${origin}${inView(searchPath)}?q={search_term_string}`;
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#shop`,
    name: shop.name,
    url: home,
  };
  return {
    '@context': context,
    '@graph': [
      { ...organization, logo: `${origin}/icon-512.png` },
      {
        '@type': 'WebSite',
        url: home,
        name: shop.name,
        publisher: { '@id': organization['@id'] },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: target },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}

/**
 * The breadcrumbs from the home page; the last one is the page itself.
 * @param current name and path of the page
 */
export function crumbsData(
  origin: string,
  crumbs: readonly Crumb[],
  current: { name: string; path: string },
): Data {
  const steps = [
    { name: shop.name, path: homePath },
    ...crumbs.map((crumb) => ({ name: crumb.name, path: categoryPath(crumb) })),
    current,
  ];
  return {
    '@context': context,
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
export function productData(origin: string, { product, brand, related: _, ...page }: ProductPageData): Data {
  const about = {
    '@context': context,
    name: product.name,
    description: product.paragraphs.join(' ') || product.name,
    image: [pictureOf(origin, product.image)],
    ...(brand && { brand: { '@type': 'Brand', name: brand.label } }),
    ...ratingData(page.reviews),
    ...(page.crumbs.length > 0 && { category: page.crumbs.map(({ name }) => name).join(' > ') }),
  };
  const url = origin + inView(productPath(product));
  if (product.configurable_children.length === 0) {
    return {
      ...about,
      '@type': 'Product',
      sku: product.sku,
      url,
      offers: offerOf(product, url, product.measure),
    };
  }
  if (product.configurable_children.length > maxVariants) {
    const offers = offersOf(product.configurable_children);
    return { ...about, '@type': 'Product', sku: product.sku, url, offers };
  }
  return {
    ...about,
    '@type': 'ProductGroup',
    productGroupID: product.sku,
    url,
    variesBy: product.configurable_options.map((option) => option.label),
    hasVariant: product.configurable_children.map((child) => variantOf(origin, product, child)),
  };
}

/**
 * Above this number of variants the data holds the price range: 200 offers would be larger than the rest of
 * the page.
 */
const maxVariants = 40;

function offersOf(children: readonly PageChild[]): Data {
  const prices = children.map((child) => child.final_price_incl_tax ?? 0);
  const sold = children.some((child) => child.stock?.is_in_stock);
  return {
    '@type': 'AggregateOffer',
    lowPrice: writtenPrice(Math.min(...prices)),
    highPrice: writtenPrice(Math.max(...prices)),
    priceCurrency: storeView().currency,
    offerCount: children.length,
    availability: `${context}/${sold ? 'InStock' : 'OutOfStock'}`,
  };
}

function variantOf(origin: string, parent: ProductPageData['product'], child: PageChild): Data {
  const url = origin + inView(productPath(parent, child.sku));
  const image = child.image && child.image !== 'no_selection' ? child.image : parent.image;
  return {
    '@type': 'Product',
    sku: child.sku,
    name: child.name,
    image: [pictureOf(origin, image)],
    offers: offerOf(child, url, child.measure),
  };
}

interface Sold {
  final_price_incl_tax?: number;
  special_price_incl_tax?: number;
  special_to_date?: unknown;
  stock?: { is_in_stock?: boolean };
}

/** The offer with the price that the page shows, VAT included. */
function offerOf(sold: Sold, url: string, measure: Measure | undefined): Data {
  const price = sold.final_price_incl_tax ?? 0;
  const available = sold.stock?.is_in_stock === false ? 'OutOfStock' : 'InStock';
  const ends = (sold.special_price_incl_tax ?? 0) > 0 ? sold.special_to_date : undefined;
  return {
    '@type': 'Offer',
    url,
    price: writtenPrice(price),
    priceCurrency: storeView().currency,
    availability: `${context}/${available}`,
    itemCondition: `${context}/NewCondition`,
    ...(typeof ends === 'string' && { priceValidUntil: ends.slice(0, 10) }),
    priceSpecification: unitPriceOf(price, measure),
  };
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
