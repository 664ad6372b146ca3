import { listed } from '@fynbos/core/catalogue/listing.ts';
import { type Listing, loadListing } from '../../listing/state/load-listing.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';

const special = { attribute: 'is_special', value: { eq: true }, scope: 'default' };

/** All products on special, narrowed by the address. */
export function loadSpecials(request: Request): Promise<Listing> {
  const filters = [...listed(apiSettings().switches), special];
  return loadListing({ filters }, new URL(request.url), { request });
}
