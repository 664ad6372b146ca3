import { listed } from '@fynbos/core/catalogue/listing.ts';
import { apiSettings } from '../api-settings.ts';
import { type Listing, loadListing } from '../catalogue/listing-data.ts';

const special = { attribute: 'is_special', value: { eq: true }, scope: 'default' };

/** All products on special, narrowed by the address. */
export function loadSpecials(request: Request): Promise<Listing> {
  const filters = [...listed(apiSettings().switches), special];
  return loadListing({ filters }, new URL(request.url), { request });
}
