import { listed } from '@fynbos/core/catalogue/listing.ts';
import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { apiSettings } from '../api-settings.ts';
import { type Listing, loadListing } from './listing-data.ts';
import { notFound } from './missing.ts';
import { type Asker, find } from './queries.ts';

export interface BrandPageData {
  brand: { label: string; slug: string };
  listing: Listing;
}

/** The brand whose name makes this slug, and its products. Throws 404 when no brand does (CAT-9). */
export async function loadBrand(slug: string, url: URL, asker: Asker): Promise<BrandPageData> {
  const filters = { attribute_code: { eq: 'product_brand' } };
  const [attribute] = (await find('attribute', { filters, size: 1 }, asker)).items;
  const option = attribute?.options.find(({ label }) => slugOf(label) === slug);
  if (!option) throw notFound('brand', `No brand at ${slug}`);
  const ofBrand = { attribute: 'product_brand', value: { in: [option.value] }, scope: 'default' };
  const listing = await loadListing({ filters: [...listed(apiSettings().switches), ofBrand] }, url, asker);
  const facets = listing.facets.filter((facet) => facet.code !== 'product_brand');
  return { brand: { label: option.label, slug }, listing: { ...listing, facets } };
}
