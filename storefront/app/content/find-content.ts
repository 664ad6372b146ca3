import type { CmsNode, ContentEntity } from '@fynbos/core/content/cms.ts';
import { type CmsBlock, type CmsPage, readCmsBlockNamed } from '@fynbos/core/content/contract.ts';
import { contentLanguage, sourceLanguage } from '@fynbos/core/content/language.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import { searchCatalogue } from '@fynbos/core/search/contract.ts';
import { call } from '../api.ts';
import { storeView } from '../api-settings.ts';
import { localeOf } from '../i18n/locale.ts';

interface Contents {
  cms_page: CmsPage;
  cms_block: CmsBlock;
  cms_hierarchy: CmsNode;
}

/** In which language the texts of a page are asked for: the page's own, English where nothing is written in it. */
export const languageOf = (request: Request) => contentLanguage(localeOf(request)) ?? sourceLanguage;

/** Asks for pages, blocks or nodes of menus, in the visitor's language. */
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

/** A text that stands on a page of the shop, as that page shows it. */
export interface ShownBlock {
  title: string;
  content: string;
}

/**
 * A block for a page that speaks the visitor's language itself: one in another language would only be in the way.
 *
 * @returns undefined also where it is hidden, or cannot be had
 */
export async function findBlock(identifier: string, request: Request): Promise<ShownBlock | undefined> {
  const params = { identifier, storeId: storeView().id };
  const lang = contentLanguage(localeOf(request));
  if (!lang) return undefined;
  const found = await call(readCmsBlockNamed, { params, query: { lang }, request }).catch(() => undefined);
  if (found?.result.lang !== lang) return undefined;
  const { title, content } = found.result;
  return { title, content };
}
