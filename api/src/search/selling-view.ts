import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import type { LiveSearch } from './search-service.ts';

/** An enabled store view: its products in its currency, and the search over them. */
export interface SellingView {
  catalogue: LiveCatalogue;
  search: LiveSearch;
}
