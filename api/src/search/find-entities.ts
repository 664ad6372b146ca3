import { type ContentEntity, contentEntities } from '@fynbos/core/content/cms.ts';
import type { ContentLanguage } from '@fynbos/core/content/language.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { reviewEntity, searchEntities } from '@fynbos/core/search/contract.ts';
import type { PageSizes, SearchRequest } from '@fynbos/core/search/request.ts';
import type { Ctx } from '../ctx.ts';
import type { SellingView } from '../views.ts';
import type { KeptAnswer } from './answers.ts';
import { contentSizes, searchContents } from './contents.ts';
import { searchReviews } from './reviews.ts';

/** What is asked, and for whom; what is usual and the most differ from kind to kind. */
export interface Wanted {
  read(sizes?: PageSizes): SearchRequest;
  /** The customer group whose prices are wanted. */
  group: number;
  /** Asked for where texts are answered. */
  language(): ContentLanguage;
}

/**
 * Searches whatever kind of thing a client names: the one list of kinds, for HTTP calls and GraphQL alike.
 *
 * @throws Problem unknown_entity
 */
export async function findEntities(
  { db, content }: Pick<Ctx, 'db' | 'content'>,
  { search, catalogue }: SellingView,
  entity: string,
  { read, group, language }: Wanted,
): Promise<KeptAnswer> {
  if (entity === reviewEntity) return unkept(await searchReviews(db, read()));
  if (isContent(entity))
    return unkept(searchContents(content.of(catalogue.view, language()), entity, read(contentSizes)));
  const known = searchEntities.find((one) => one === entity);
  if (!known) throw new Problem('unknown_entity', { entity });
  return search.search(known, read(), group);
}

function isContent(entity: string): entity is ContentEntity {
  return (contentEntities as readonly string[]).includes(entity);
}

const unkept = (json: string): KeptAnswer => ({ plain: Buffer.from(json), packed: {} });
