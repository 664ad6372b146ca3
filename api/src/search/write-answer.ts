import type { SearchRequest } from '@fynbos/core/search/request.ts';

/** Writes the answer of a search around items that are JSON already (decision 2). */
export function writeAnswer(
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
