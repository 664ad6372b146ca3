import type { Attribute } from '@fynbos/core/catalogue/entities.ts';
import type { AppliedFilter, ListingChoice } from '@fynbos/core/catalogue/listing.ts';
import { readListingChoice } from '@fynbos/core/catalogue/listing.ts';
import { largestPage, pageSize } from '@fynbos/core/shop.ts';
import { find, findCards, listingBody, type Requester } from '../../catalogue/state/catalogue-queries.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { storeView } from '../../platform/api/api-settings.ts';
import { chosenOptions, type Facet, facetsOf } from './facets.ts';
import { filterSource } from './path-filters.ts';

/** The products a listing covers, before the shopper narrows it. */
export interface ListingScope {
  filters: AppliedFilter[];
  text?: string;
  /** The path of the page, if filters are in the path (setting `LISTING_FILTERS`). */
  path?: string;
}

/** All data of a listing. */
export interface Listing {
  scope: ListingScope;
  choice: ListingChoice;
  items: CardProduct[];
  total: number;
  facets: Facet[];
  suggestions: string[];
  /** When a remembered listing was loaded, in milliseconds; undefined for a new one. */
  since?: number;
}

/** Loads the listing of an address: as many pages as were shown, with their facets. */
export async function loadListing(scope: ListingScope, url: URL, requester: Requester): Promise<Listing> {
  const { parameters, ...source } =
    scope.text === undefined ? filterSource(url) : { parameters: url.searchParams };
  const placed = { ...scope, ...source };
  const requested = readListingChoice(parameters, pageSize, largestPage);
  const listing = await loadChoice(placed, requested, requester);
  const choice = knownChoice(requested, listing.facets);
  return countChosen(choice) === countChosen(requested) ? listing : loadChoice(placed, choice, requester);
}

async function loadChoice(
  scope: ListingScope,
  choice: ListingChoice,
  requester: Requester,
): Promise<Listing> {
  const page = { start: 0, size: choice.shown, facets: true };
  const { aggregations, attributes, items, total, suggestions } = await findCards(
    listingBody(scope, choice, page),
    requester,
    choice.filters,
  );
  const name = (known: readonly Attribute[]) =>
    facetsOf(aggregations, known, choice, storeView().currencySign);
  const facets = name(attributes);
  // A response names only the values it contains. A chosen value without results is named by its attribute.
  const unnamed = chosenOptions(facets).length < countChosen(choice);
  const named = unnamed ? name([...(await findAttributes(choice, requester)), ...attributes]) : facets;
  return { scope, choice, items, total, facets: named, suggestions };
}

async function findAttributes({ filters }: ListingChoice, requester: Requester): Promise<Attribute[]> {
  const codes = Object.keys(filters).filter((code) => code !== 'price');
  if (codes.length === 0) return [];
  return (await find('attribute', { filters: { attribute_code: { in: codes } } }, requester)).items;
}

/** Values of an old address that no attribute knows any more are ignored (wire contract 3.7). */
function knownChoice(choice: ListingChoice, facets: readonly Facet[]): ListingChoice {
  const filters: ListingChoice['filters'] = {};
  for (const { code, option } of chosenOptions(facets)) {
    filters[code] = [...(filters[code] ?? []), option.value];
  }
  return { ...choice, filters };
}

function countChosen({ filters }: ListingChoice): number {
  return Object.values(filters).flat().length;
}
