import { type ContentEntity, contentEntities } from '@fynbos/core/content/cms.ts';
import type { ContentLanguage } from '@fynbos/core/content/content-language.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { reviewEntity, searchEntities } from '@fynbos/core/search/contract.ts';
import type { PageSizes, SearchRequest } from '@fynbos/core/search/search-request.ts';
import type { LiveContent } from '../content/live-content.ts';
import type { Ctx } from '../context.ts';
import { contentSizes, searchContents } from './content-search.ts';
import type { CachedSearchResponse } from './response-cache.ts';
import { searchReviews } from './review-search.ts';
import type { SellingView } from './selling-view.ts';

/** A search and the context it depends on. Default and maximum page sizes differ per entity. */
export interface Wanted {
  read(sizes?: PageSizes): SearchRequest;
  /** The customer group whose prices apply. */
  group: number;
  /** Called only for entities with translated texts. */
  language(): ContentLanguage;
}

/**
 * Searches the named entity. HTTP calls and GraphQL share this list of entities.
 * @throws Problem unknown_entity
 */
export async function findEntities(
  { db, content }: Pick<Ctx, 'db'> & { content: LiveContent },
  { search, catalogue }: SellingView,
  entity: string,
  { read, group, language }: Wanted,
): Promise<CachedSearchResponse> {
  if (entity === reviewEntity) return unkept(await searchReviews(db, read()));
  if (isContent(entity))
    return unkept(searchContents(content.of(catalogue.view, language()), entity, read(contentSizes)));
  const known = searchEntities.find((candidate) => candidate === entity);
  if (!known) throw new Problem('unknown_entity', { entity });
  return search.search(known, read(), group);
}

function isContent(entity: string): entity is ContentEntity {
  return (contentEntities as readonly string[]).includes(entity);
}

const unkept = (json: string): CachedSearchResponse => ({ plain: Buffer.from(json), compressed: {} });
