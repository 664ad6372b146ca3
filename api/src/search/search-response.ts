import type { SearchRequest } from '@fynbos/core/search/search-request.ts';

/** Writes a search response around items that are JSON already (spec D2). */
export function writeSearchResponse(
  request: SearchRequest,
  of: { items: string; total: number; aggregations?: object; metadata?: object[]; suggestions?: string[] },
): string {
  const aggregations = JSON.stringify(of.aggregations ?? {});
  const metadata = JSON.stringify(of.metadata ?? []);
  if (request.compact) {
    return `{"hits":${of.items},"total":${of.total},"aggregations":${aggregations},"attribute_metadata":${metadata}}`;
  }
  return `{"items":${of.items},"attributeMetadata":${metadata},"aggregations":${aggregations},"suggestions":${JSON.stringify(of.suggestions ?? [])},"total":${of.total},"perPage":${request.size},"start":${request.start}}`;
}
