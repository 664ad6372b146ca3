import { pathInView } from '../../paths.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { documentPath } from '../../platform/pages/document-path.ts';

/** The source of a listing's filters (setting `LISTING_FILTERS`). */
export interface FilterSource {
  /** The parameters of the list: filters, sort and number of products. */
  parameters: URLSearchParams;
  /** The path without filters, where links put them; undefined if they are in the query. */
  path?: string;
}

/** Finds the parameters of a category or brand page. Sort and number of products are always in the query. */
export function filterSource({ pathname, searchParams }: URL): FilterSource {
  if (!apiSettings().filtersInPath) return { parameters: searchParams };
  const [path = '', ...filters] = pathInView(documentPath(pathname)).split(';');
  const parameters = new URLSearchParams(filters.join('&'));
  for (const name of ['sort', 'shown']) parameters.set(name, searchParams.get(name) ?? '');
  return { parameters, path };
}

/** A route parameter without the filters that follow it in the path. */
export function withoutFilters(parameter = ''): string {
  return apiSettings().filtersInPath ? parameter.replace(/;.*/s, '') : parameter;
}
