import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { isFixedRoute, showsContent } from '@fynbos/core/catalogue/fixed-routes.ts';
import { listed } from '@fynbos/core/catalogue/listing.ts';
import { contentSizes } from '@fynbos/core/content/cms.ts';
import { brandSlug } from '../catalogue/state/brand-slug.ts';
import { find, findCategories, type Requester } from '../catalogue/state/catalogue-queries.ts';
import { findContent } from '../content/state/find-content.ts';
import {
  brandPath,
  categoryPath,
  contentPath,
  homePath,
  inView,
  productPath,
  storeLocatorPath,
} from '../paths.ts';
import { apiSettings } from '../platform/api/api-settings.ts';

/** One address of a sitemap: its path, and when it last changed if that is known. */
export interface Address {
  path: string;
  changed?: string;
}

/** The protocol allows 50,000 addresses per file. */
export const largestPart = 50_000;
const pageSize = 1000;

/** The home page, every category that has products, every brand, and every content page. */
export async function shopAddresses(requester: Requester): Promise<Address[]> {
  const [categories, brands, pages] = await Promise.all([
    findCategories({ product_count: { gt: 0 }, level: { gt: 1 } }, requester),
    findBrands(requester),
    requester.request ? contentAddresses(requester.request) : [],
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
  const body = { includeFields: ['identifier', 'update_time'], size: contentSizes.max };
  const pages = (await findContent('cms_page', body, request)).map(({ identifier, update_time }) => ({
    path: contentPath(identifier),
    changed: `${update_time.replace(' ', 'T')}Z`,
  }));
  // A content page whose name is a route of the shop is not reachable at that address.
  return pages.filter(
    ({ path }) => path === storeLocatorPath || !isFixedRoute(path) || showsContent(path.slice(1)),
  );
}

/** The slugs of the brands that have products, each once. */
async function findBrands(requester: Requester): Promise<string[]> {
  const { aggregations, attributeMetadata } = await find(
    'product',
    {
      _appliedFilters: listed(apiSettings().switches),
      _availableFilters: [{ field: 'product_brand', scope: 'catalog' }],
      size: 0,
    },
    requester,
  );
  const buckets = Object.values(aggregations).flatMap((facet) => facet.buckets);
  const used = new Set(buckets.filter((bucket) => bucket.doc_count > 0).map(({ key }) => String(key)));
  const brand = attributeMetadata.find(({ attribute_code }) => attribute_code === 'product_brand');
  const options = brand?.options ?? [];
  return options.filter(({ value }) => used.has(String(value))).map(brandSlug);
}

/** The number of products that a shopper can find. */
export async function countProducts(requester: Requester): Promise<number> {
  return (await find('product', { _appliedFilters: listed(apiSettings().switches), size: 0 }, requester))
    .total;
}

/** Yields the products of one part in batches, so that no file is in memory as a whole. */
export async function* productAddresses(part: number, requester: Requester): AsyncGenerator<Address[]> {
  const end = part * largestPart;
  for (let start = end - largestPart; start < end; start += pageSize) {
    const { items, total } = await find('product', pageOf(start), requester);
    yield items.map(addressOf);
    if (start + pageSize >= total) return;
  }
}

function pageOf(start: number) {
  return {
    _appliedFilters: listed(apiSettings().switches),
    _appliedSort: [{ field: 'id', options: 'asc' }],
    includeFields: ['id', 'sku', 'url_path', 'updated_at'],
    start,
    size: pageSize,
  };
}

function addressOf({ sku, url_path, updated_at }: Product): Address {
  return { path: productPath({ sku, url_path }), ...(updated_at && { changed: updated_at }) };
}

/** One address in the format of the protocol. */
export function urlElement(origin: string, { path, changed }: Address): string {
  const lastmod = changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : '';
  return `<url><loc>${inXml(origin + inView(path))}</loc>${lastmod}</url>\n`;
}

/** Escapes text for an XML element. */
export function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
