import type { ContentEntity } from '@fynbos/core/content/cms.ts';
import { contentLanguage, sourceLanguage } from '@fynbos/core/content/content-language.ts';
import { readCmsBlockNamed } from '@fynbos/core/content/contract.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { searchCatalogue } from '@fynbos/core/search/contract.ts';
import type { Entities } from '@fynbos/core/search/search-entities.ts';
import { callApi } from '../../api-client.ts';
import { searchEntities } from '../../catalogue/state/entity-search.ts';
import { storeView } from '../../platform/api/api-settings.ts';
import { localeOf } from '../../platform/i18n/locale.ts';

/** The language of a page's content: the page's own, or English if no content exists in it. */
export const languageOf = (request: Request) => contentLanguage(localeOf(request)) ?? sourceLanguage;

/** Queries pages, blocks or menu nodes, in the visitor's language. */
export async function findContent<Name extends ContentEntity>(
  entity: Name,
  body: BodyOf<typeof searchCatalogue>,
  request: Request,
): Promise<Entities[Name][]> {
  const query = { lang: languageOf(request) };
  return (await searchEntities(entity, { query, body, request })).items;
}

/** A content block as a page shows it. */
export interface ShownBlock {
  title: string;
  content: string;
}

/**
 * Finds a block in the visitor's language. Blocks in another language are not used, because the page around
 * them is translated.
 * @returns undefined when the block is hidden, missing or unavailable
 */
export async function findBlock(identifier: string, request: Request): Promise<ShownBlock | undefined> {
  const params = { identifier, storeId: storeView().id };
  const lang = languageOf(request);
  const block = await callApi(readCmsBlockNamed, { params, query: { lang }, request }).catch(() => undefined);
  if (block?.result.lang !== lang) return undefined;
  const { title, content } = block.result;
  return { title, content };
}
