import type { Attribute } from '@fynbos/core/catalogue/entities.ts';
import type { AppliedFilter, ListingChoice } from '@fynbos/core/catalogue/listing.ts';
import { readListingChoice } from '@fynbos/core/catalogue/listing.ts';
import { largestPage, pageSize } from '@fynbos/core/shop.ts';
import { storeView } from '../api-settings.ts';
import type { CardProduct } from './card-fields.ts';
import { chosenOptions, type Facet, facetsOf } from './facets.ts';
import { type Asker, find, findCards, listingBody } from './queries.ts';

/** Which products a listing is about, whatever the shopper chooses in it. */
export interface ListingScope {
  filters: AppliedFilter[];
  text?: string;
}

/** Everything a listing shows. */
export interface Listing {
  scope: ListingScope;
  choice: ListingChoice;
  items: CardProduct[];
  total: number;
  facets: Facet[];
  suggestions: string[];
  /** When a remembered one was loaded, in milliseconds; absent when it just was. */
  since?: number;
}

/** The listing an address asks for: as many pages as were shown, with their facets. */
export async function loadListing(scope: ListingScope, url: URL, asker: Asker): Promise<Listing> {
  const asked = readListingChoice(url.searchParams, pageSize, largestPage);
  const listing = await loadChoice(scope, asked, asker);
  const choice = knownChoice(asked, listing.facets);
  return countChosen(choice) === countChosen(asked) ? listing : loadChoice(scope, choice, asker);
}

async function loadChoice(scope: ListingScope, choice: ListingChoice, asker: Asker): Promise<Listing> {
  const page = { start: 0, size: choice.shown, facets: true };
  const { aggregations, attributes, items, total, suggestions } = await findCards(
    listingBody(scope, choice, page),
    asker,
  );
  const name = (known: readonly Attribute[]) =>
    facetsOf(aggregations, known, choice, storeView().currencySign);
  const facets = name(attributes);
  // An answer names the values it holds; what was chosen and found nothing is named by its attribute.
  const unnamed = chosenOptions(facets).length < countChosen(choice);
  const named = unnamed ? name([...(await findAttributes(choice, asker)), ...attributes]) : facets;
  return { scope, choice, items, total, facets: named, suggestions };
}

async function findAttributes({ filters }: ListingChoice, asker: Asker): Promise<Attribute[]> {
  const codes = Object.keys(filters).filter((code) => code !== 'price');
  if (codes.length === 0) return [];
  return (await find('attribute', { filters: { attribute_code: { in: codes } } }, asker)).items;
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
