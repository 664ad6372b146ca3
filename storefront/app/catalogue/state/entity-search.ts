import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { searchCatalogue } from '@fynbos/core/search/contract.ts';
import { type Entities, type EntityName, isEntity } from '@fynbos/core/search/search-entities.ts';
import { type CallOptions, callApi } from '../../api-client.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { storeView } from '../../platform/api/api-settings.ts';

/** The result of a search, with documents of the entity searched for. */
export type EntitySearchResult<Name extends EntityName> = Omit<
  ResultOf<typeof searchCatalogue>,
  'items' | 'attributeMetadata'
> & { items: Entities[Name][]; attributeMetadata: Entities['attribute'][] };

/**
 * Searches the documents of one entity in the current store view.
 * @throws ApiProblem `wrong_format` when the response contains other documents
 */
export async function searchEntities<Name extends EntityName>(
  entity: Name,
  options: Omit<CallOptions<typeof searchCatalogue>, 'params'>,
): Promise<EntitySearchResult<Name>> {
  const params = { index: storeView().index, entity };
  const { result } = await callApi(searchCatalogue, { params, ...options });
  return {
    ...result,
    items: readEntities(entity, result.items),
    attributeMetadata: readEntities('attribute', result.attributeMetadata),
  };
}

/** @throws ApiProblem `wrong_format` when one of the values is not a document of this entity */
export function readEntities<Name extends EntityName>(
  entity: Name,
  values: readonly unknown[],
): Entities[Name][] {
  return values.map((value) => readEntity(entity, value));
}

/** @throws ApiProblem `wrong_format` when the value is not a document of this entity */
export function readEntity<Name extends EntityName>(entity: Name, value: unknown): Entities[Name] {
  if (isEntity(entity, value)) return value;
  throw new ApiProblem('wrong_format', {
    sentence: `The response contains a document that is no ${entity}.`,
  });
}
