import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { isFixedRoute, showsContent } from '@fynbos/core/catalogue/fixed-routes.ts';
import { listed } from '@fynbos/core/catalogue/listing.ts';
import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { mostContents } from '@fynbos/core/content/cms.ts';
import { apiSettings } from '../api-settings.ts';
import { type Asker, find, findCategories } from '../catalogue/queries.ts';
import { findContent } from '../content/find-content.ts';
import {
  brandPath,
  categoryPath,
  contentPath,
  homePath,
  inView,
  productPath,
  storeLocatorPath,
} from '../paths.ts';

/** What a sitemap says of one address: its path, and when it last changed where that is known. */
export interface Address {
  path: string;
  changed?: string;
}

/** The protocol takes 50,000 addresses a file. */
export const largestPart = 50_000;
const asked = 1000;

/** The front door, every category that has products, every brand, every page of the shop's own words. */
export async function shopAddresses(asker: Asker): Promise<Address[]> {
  const [categories, brands, pages] = await Promise.all([
    findCategories({ product_count: { gt: 0 }, level: { gt: 1 } }, asker),
    findBrands(asker),
    asker.request ? contentAddresses(asker.request) : [],
  ]);
  return [
    { path: homePath },
    ...categories
      .filter((category) => category.url_path)
      .map((category) => ({ path: categoryPath(category) })),
    ...brands.map((slug) => ({ path: brandPath(slug) })),
    ...pages,
  ];
}

async function contentAddresses(request: Request): Promise<Address[]> {
  const body = { includeFields: ['identifier', 'update_time'], size: mostContents };
  const pages = (await findContent('cms_page', body, request)).map(({ identifier, update_time }) => ({
    path: contentPath(identifier),
    changed: `${update_time.replace(' ', 'T')}Z`,
  }));
  // A page whose name is an address of something else stands there.
  return pages.filter(
    ({ path }) => path === storeLocatorPath || !isFixedRoute(path) || showsContent(path.slice(1)),
  );
}

/** The brands that have products, by their slugs, each once. */
async function findBrands(asker: Asker): Promise<string[]> {
  const { aggregations, attributeMetadata } = await find(
    'product',
    {
      _appliedFilters: listed(apiSettings().switches),
      _availableFilters: [{ field: 'product_brand', scope: 'catalog' }],
      size: 0,
    },
    asker,
  );
  const buckets = Object.values(aggregations).flatMap((facet) => facet.buckets);
  const used = new Set(buckets.filter((bucket) => bucket.doc_count > 0).map(({ key }) => String(key)));
  const attributes = attributeMetadata as unknown as {
    attribute_code: string;
    options: { value: string; label: string }[];
  }[];
  const options = attributes.find(({ attribute_code }) => attribute_code === 'product_brand')?.options ?? [];
  return [
    ...new Set(options.filter(({ value }) => used.has(String(value))).map(({ label }) => slugOf(label))),
  ];
}

/** How many products a shopper can come upon. */
export async function countProducts(asker: Asker): Promise<number> {
  return (await find('product', { _appliedFilters: listed(apiSettings().switches), size: 0 }, asker)).total;
}

/** The products of one part, a page of the catalogue at a time: no file is ever held whole. */
export async function* productAddresses(part: number, asker: Asker): AsyncGenerator<Address[]> {
  const end = part * largestPart;
  for (let start = end - largestPart; start < end; start += asked) {
    const { items, total } = await find('product', pageOf(start), asker);
    yield items.map(addressOf);
    if (start + asked >= total) return;
  }
}

function pageOf(start: number) {
  return {
    _appliedFilters: listed(apiSettings().switches),
    _appliedSort: [{ field: 'id', options: 'asc' }],
    includeFields: ['id', 'url_path', 'updated_at'],
    start,
    size: asked,
  };
}

function addressOf({ url_path, updated_at }: Product): Address {
  return { path: productPath({ url_path }), ...(updated_at && { changed: updated_at }) };
}

/** One address as the protocol writes it. */
export function urlElement(origin: string, { path, changed }: Address): string {
  const lastmod = changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : '';
  return `<url><loc>${inXml(origin + inView(path))}</loc>${lastmod}</url>\n`;
}

/** Text of an XML element. */
export function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
