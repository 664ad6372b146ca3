import type { Print } from './entry.ts';
import type { Wire } from './wire.ts';

/** What an index holds as a whole: two that agree in it hold the same. */
export interface Holding {
  size: number;
  sum: Print;
  /** The last place that is taken; -1 when it is empty. */
  lastPlace: number;
}

interface Added {
  hits: { total: { value: number } };
  aggregations: Record<'a' | 'b' | 'place', { value: number | null }>;
}

export async function holdingOf(wire: Wire, index: string): Promise<Holding> {
  const { hits, aggregations } = await wire.ask<Added>('POST', `/${index}/_search`, {
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

/** One product as an index holds it: its rank among all, and its fingerprint. */
export interface Held extends Print {
  rank: number;
}

const page = 10_000;

interface Page {
  hits: { hits: { sort: [place: number, id: number, a: number, b: number] }[] };
}

/** Every product that an index holds, by id. */
export async function readHeld(wire: Wire, index: string): Promise<Map<number, Held>> {
  const held = new Map<number, Held>();
  for (let after: unknown; ; ) {
    const { hits } = await wire.ask<Page>('POST', `/${index}/_search?filter_path=hits.hits.sort`, {
      size: page,
      _source: false,
      track_total_hits: false,
      // Fingerprints travel as keys of the order: nothing else of the product need be read.
      sort: ['place', 'id', 'print_a', 'print_b'],
      ...(after !== undefined && { search_after: after }),
    });
    const found = hits?.hits ?? [];
    for (const {
      sort: [, id, a, b],
    } of found)
      held.set(id, { rank: held.size, a, b });
    if (found.length < page) return held;
    after = found.at(-1)!.sort;
  }
}
