import type { Filter } from '@fynbos/core/catalogue/filter.ts';
import { type ContentEntity, mostContents, usualContents } from '@fynbos/core/content/cms.ts';
import type { SearchRequest } from '@fynbos/core/search/request.ts';
import { projection } from '../catalogue/projection.ts';
import type { Contents } from '../content/live-content.ts';
import { matchDocuments } from './matcher.ts';
import { writeAnswer } from './write-answer.ts';

/** How many pages, blocks or nodes are answered (accounts 9). */
export const contentSizes = { usual: usualContents, most: mostContents };

/** Searches pages, blocks or menus (accounts 7.5); each node of a menu is found, with all below it. */
export function searchContents(contents: Contents, entity: ContentEntity, request: SearchRequest): string {
  const documents = { cms_page: contents.pages, cms_block: contents.blocks, cms_hierarchy: contents.nodes };
  const text = request.text.toLowerCase();
  const named = documents[entity].filter(({ title }) => title.toLowerCase().includes(text));
  const found = matchDocuments(named, request.filters.map(exactName), request.sort);
  const { apply } = projection(request.include, request.exclude);
  const items = found.slice(request.start, request.start + request.size).map(apply);
  return writeAnswer(request, { items: JSON.stringify(items), total: found.length });
}

/** `like` names an identifier, whole and to the letter: `%`, `_` and `*` are signs like others (wire contract 3.6). */
function exactName(filter: Filter): Filter {
  const { field, condition } = filter;
  return field === 'identifier' && condition.is === 'like'
    ? { ...filter, condition: { is: 'in', values: [condition.text] } }
    : filter;
}
