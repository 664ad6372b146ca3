import type { Print } from './index-entry.ts';
import type { Wire } from './opensearch-client.ts';

/** Summary of an index; equal summaries mean equal products. */
export interface Holding {
  size: number;
  sum: Print;
  /** The highest place in use; -1 when the index is empty. */
  lastPlace: number;
}

interface Added {
  hits: { total: { value: number } };
  aggregations: Record<'a' | 'b' | 'place', { value: number | null }>;
}

export async function readIndexState(wire: Wire, index: string): Promise<Holding> {
  const { hits, aggregations } = await wire.request<Added>('POST', `/${index}/_search`, {
    size: 0,
    track_total_hits: true,
    aggs: {
      a: { sum: { field: 'print_a' } },
      b: { sum: { field: 'print_b' } },
      place: { max: { field: 'place' } },
    },
  });
  const { a, b, place } = aggregations;
  return {
    size: hits.total.value,
    sum: { a: a.value ?? 0, b: b.value ?? 0 },
    lastPlace: place.value ?? -1,
  };
}

/** A product in an index: its rank and its fingerprint. */
export interface Held extends Print {
  rank: number;
}

const page = 10_000;

interface Page {
  hits: { hits: { sort: [place: number, id: number, a: number, b: number] }[] };
}

/** All products of an index, by id. */
export async function readIndexedProducts(wire: Wire, index: string): Promise<Map<number, Held>> {
  const held = new Map<number, Held>();
  for (let after: unknown; ; ) {
    const { hits } = await wire.request<Page>('POST', `/${index}/_search?filter_path=hits.hits.sort`, {
      size: page,
      _source: false,
      track_total_hits: false,
      // Fingerprints are returned as sort keys, so that no product has to be read.
      sort: ['place', 'id', 'print_a', 'print_b'],
      ...(after !== undefined && { search_after: after }),
    });
    const pageHits = hits?.hits ?? [];
    for (const {
      sort: [, id, a, b],
    } of pageHits)
      held.set(id, { rank: held.size, a, b });
    const last = pageHits.at(-1);
    if (!last || pageHits.length < page) return held;
    after = last.sort;
  }
}
