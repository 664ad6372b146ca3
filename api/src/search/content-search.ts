import type { Filter } from '@fynbos/core/catalogue/filter.ts';
import { type ContentEntity, maxContents, usualContents } from '@fynbos/core/content/cms.ts';
import type { SearchRequest } from '@fynbos/core/search/search-request.ts';
import { projection } from '../catalogue/documents/projection.ts';
import type { Contents } from '../content/live-content.ts';
import { matchDocuments } from './document-matcher.ts';
import { writeSearchResponse } from './search-response.ts';

/** Default and maximum number of pages, blocks or nodes in a result (spec accounts 9). */
export const contentSizes = { usual: usualContents, max: maxContents };

/** Searches pages, blocks or menus (spec accounts 7.5). A menu node is returned with all nodes below it. */
export function searchContents(contents: Contents, entity: ContentEntity, request: SearchRequest): string {
  const documents = { cms_page: contents.pages, cms_block: contents.blocks, cms_hierarchy: contents.nodes };
  const text = request.text.toLowerCase();
  const named = documents[entity].filter(({ title }) => title.toLowerCase().includes(text));
  const matches = matchDocuments(named, request.filters.map(exactName), request.sort);
  const { apply } = projection(request.include, request.exclude);
  const items = matches.slice(request.start, request.start + request.size).map(apply);
  return writeSearchResponse(request, { items: JSON.stringify(items), total: matches.length });
}

/** `like` matches a whole identifier exactly: `%`, `_` and `*` are ordinary characters (wire contract 3.6). */
function exactName(filter: Filter): Filter {
  const { field, condition } = filter;
  return field === 'identifier' && condition.is === 'like'
    ? { ...filter, condition: { is: 'in', values: [condition.text] } }
    : filter;
}
