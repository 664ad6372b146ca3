import type { Filter } from '@fynbos/core/catalogue/filter.ts';
import { type ContentEntity, contentEntities, contentSizes } from '@fynbos/core/content/cms.ts';
import type { ContentLanguage } from '@fynbos/core/content/content-language.ts';
import { maxStars } from '@fynbos/core/content/review.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { reviewEntity, searchEntities } from '@fynbos/core/search/contract.ts';
import type { PageSizes, SearchRequest } from '@fynbos/core/search/search-request.ts';
import { projection } from '../catalogue/projection.ts';
import type { Contents, LiveContent } from '../content/live-content.ts';
import type { Ctx } from '../context.ts';
import type { Db } from '../db.ts';
import { approvedReviews } from '../reviews/review-service.ts';
import { matchDocuments } from './document-matcher.ts';
import type { CachedSearchResponse } from './response-cache.ts';
import { writeSearchResponse } from './search-response.ts';
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
  return contentEntities.some((candidate) => candidate === entity);
}

const unkept = (json: string): CachedSearchResponse => ({ plain: Buffer.from(json), compressed: {} });

/** Searches pages, blocks or menus (spec accounts 7.5). A menu node is returned with all nodes below it. */
function searchContents(contents: Contents, entity: ContentEntity, request: SearchRequest): string {
  const documents = { cms_page: contents.pages, cms_block: contents.blocks, cms_hierarchy: contents.nodes };
  const text = request.text.toLowerCase();
  const named = documents[entity].filter(({ title }) => title.toLowerCase().includes(text));
  const matches = matchDocuments(named, request.filters, request.sort);
  const { apply } = projection(request.include, request.exclude);
  const items = matches.slice(request.start, request.start + request.size).map(apply);
  return writeSearchResponse(request, { items: JSON.stringify(items), total: matches.length });
}

/**
 * Searches reviews (wire contract 1.8). It returns approved reviews only, newest first.
 * `aggregations.agg_terms_rating` counts the reviews per number of stars over all matches.
 */
async function searchReviews(db: Db, request: SearchRequest): Promise<string> {
  const reviews = await approvedReviews(db, productsOf(request.filters));
  const matching = matchDocuments(reviews, request.filters, request.sort);
  const { apply } = projection(request.include, request.exclude);
  const items = matching.slice(request.start, request.start + request.size).map(apply);
  const aggregations = { agg_terms_rating: { buckets: countStars(matching) } };
  return writeSearchResponse(request, { items: JSON.stringify(items), total: matching.length, aggregations });
}

/** The product ids of the filter, so that only their reviews are read; undefined without such a filter. */
function productsOf(filters: readonly Filter[]): number[] | undefined {
  const named = filters.find(
    ({ field, any, condition }) => field === 'product_id' && !any && condition.is === 'in',
  );
  if (named?.condition.is !== 'in') return undefined;
  return named.condition.values.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31);
}

function countStars(reviews: readonly { rating: number }[]) {
  const stars = Array.from({ length: maxStars }, (_, index) => maxStars - index);
  return stars.map((rating) => ({
    key: String(rating),
    doc_count: reviews.filter((review) => review.rating === rating).length,
  }));
}
