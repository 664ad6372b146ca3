import { listed } from '@fynbos/core/catalogue/listing.ts';
import { brandAt, brandSlug } from '../../catalogue/state/brand-slug.ts';
import { find, type Requester } from '../../catalogue/state/catalogue-queries.ts';
import { brandPath } from '../../paths.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { notFound } from '../../platform/pages/not-found.ts';
import { redirectToRightAddress } from '../../platform/pages/right-address.ts';
import { type Listing, loadListing } from './load-listing.ts';

export interface BrandPageData {
  brand: { label: string; slug: string };
  listing: Listing;
}

/**
 * The brand with this slug, and its products. An earlier address and another letter case redirect permanently.
 * Throws 404 when there is none (CAT-9).
 */
export async function loadBrand(slug: string, url: URL, requester: Requester): Promise<BrandPageData> {
  const filters = { attribute_code: { eq: 'product_brand' } };
  const [attribute] = (await find('attribute', { filters, size: 1 }, requester)).items;
  const option = brandAt(slug, attribute?.options ?? []);
  if (!option) throw notFound('brand', `No brand at ${slug}`);
  redirectToRightAddress(brandPath(brandSlug(option)), brandPath(slug), url);
  const ofBrand = { attribute: 'product_brand', value: { in: [option.value] }, scope: 'default' };
  const listing = await loadListing(
    { filters: [...listed(apiSettings().switches), ofBrand] },
    url,
    requester,
  );
  const facets = listing.facets.filter((facet) => facet.code !== 'product_brand');
  return { brand: { label: option.label, slug }, listing: { ...listing, facets } };
}
