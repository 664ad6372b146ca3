import type { CmsNode, ContentEntity } from '@fynbos/core/content/cms.ts';
import { contentLanguage, sourceLanguage } from '@fynbos/core/content/content-language.ts';
import { type CmsBlock, type CmsPage, readCmsBlockNamed } from '@fynbos/core/content/contract.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import { searchCatalogue } from '@fynbos/core/search/contract.ts';
import { call } from '../../api-client.ts';
import { storeView } from '../../platform/api/api-settings.ts';
import { localeOf } from '../../platform/i18n/locale.ts';

interface Contents {
  cms_page: CmsPage;
  cms_block: CmsBlock;
  cms_hierarchy: CmsNode;
}

/** The language of a page's content: the page's own, or English if no content exists in it. */
export const languageOf = (request: Request) => contentLanguage(localeOf(request)) ?? sourceLanguage;

/** Queries pages, blocks or menu nodes, in the visitor's language. */
export async function findContent<Entity extends ContentEntity>(
  entity: Entity,
  body: BodyOf<typeof searchCatalogue>,
  request: Request,
): Promise<Contents[Entity][]> {
  const params = { index: storeView().index, entity };
  const query = { lang: languageOf(request) };
  const { result } = await call(searchCatalogue, { params, query, body, request });
  return result.items as unknown as Contents[Entity][];
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
  const lang = contentLanguage(localeOf(request));
  if (!lang) return undefined;
  const block = await call(readCmsBlockNamed, { params, query: { lang }, request }).catch(() => undefined);
  if (block?.result.lang !== lang) return undefined;
  const { title, content } = block.result;
  return { title, content };
}
