import type { Attribute } from '@fynbos/core/catalogue/entities.ts';
import { type ListingChoice, listFilters } from '@fynbos/core/catalogue/listing.ts';
import {
  type CountedRange,
  countWithin,
  dividingRanges,
  priceRangeKey,
  priceRangeLabel,
  priceRangeOf,
} from '@fynbos/core/catalogue/price-ranges.ts';

export interface FacetOption {
  value: string;
  label: string;
  count: number;
  /** Absent in all others: a page may have hundreds of values. */
  chosen?: true;
}

/** A filter of a list, with the values that have results. */
export interface Facet {
  code: string;
  options: FacetOption[];
}

type Aggregations = Record<string, { buckets: { key: string; doc_count: number }[] }>;

/** The facets of a list (wire contract 3.7). Values have results or are chosen; empty facets are omitted. */
export function facetsOf(
  aggregations: Aggregations,
  attributes: readonly Pick<Attribute, 'attribute_code' | 'options'>[],
  choice: ListingChoice,
  currencySign: string,
): Facet[] {
  return listFilters
    .map((code) => {
      const chosen = choice.filters[code] ?? [];
      return code === 'price'
        ? { code, options: priceOptions(aggregations, chosen, currencySign) }
        : { code, options: valueOptions(code, aggregations, attributes, chosen) };
    })
    .filter((facet) => facet.options.length > 0);
}

/**
 * Price ranges that divide the list; one range would select everything. A chosen range stays, also when
 * further filters divide the list in another way.
 */
function priceOptions(
  aggregations: Aggregations,
  chosen: readonly string[],
  currencySign: string,
): FacetOption[] {
  const steps = countedRanges(aggregations.agg_range_price_steps ?? aggregations.agg_range_price);
  const ranges = new Map(dividingRanges(steps).map((range) => [priceRangeKey(range), range]));
  for (const key of chosen) {
    const range = priceRangeOf(key);
    if (range) ranges.set(key, { ...range, count: countWithin(range, steps) });
  }
  const options = [...ranges]
    .toSorted(([, a], [, b]) => a.from - b.from)
    .map(([value, range]) => {
      const label = priceRangeLabel(range, currencySign);
      return { value, label, count: range.count, ...chosenIn(chosen, value) };
    })
    .filter(isWorthShowing);
  return options.length > 1 || options.some((option) => option.chosen) ? options : [];
}

function countedRanges(aggregation: Aggregations[string] | undefined): CountedRange[] {
  return (aggregation?.buckets ?? []).flatMap(({ key, doc_count }) => {
    const range = priceRangeOf(key);
    return range ? [{ ...range, count: doc_count }] : [];
  });
}

function valueOptions(
  code: string,
  aggregations: Aggregations,
  attributes: readonly Pick<Attribute, 'attribute_code' | 'options'>[],
  chosen: readonly string[],
): FacetOption[] {
  const counts = new Map<string, number>(chosen.map((value) => [value, 0]));
  for (const name of [`agg_terms_${code}`, `agg_terms_${code}_options`]) {
    for (const { key, doc_count } of aggregations[name]?.buckets ?? []) {
      counts.set(String(key), Math.max(counts.get(String(key)) ?? 0, doc_count));
    }
  }
  const labels = labelsOf(attributes.find((attribute) => attribute.attribute_code === code));
  return [...counts]
    .map(([value, count]) => ({
      value,
      label: labels.get(value)?.trim() ?? '',
      count,
      ...chosenIn(chosen, value),
    }))
    .filter((option) => option.label !== '' && isWorthShowing(option))
    .sort((a, b) => a.label.localeCompare(b.label));
}

function labelsOf(attribute: Pick<Attribute, 'options'> | undefined): Map<string, string> {
  return new Map((attribute?.options ?? []).map(({ value, label }) => [String(value), label]));
}

function chosenIn(chosen: readonly string[], value: string): Pick<FacetOption, 'chosen'> {
  return chosen.includes(value) ? { chosen: true } : {};
}

function isWorthShowing(option: FacetOption): boolean {
  return option.count > 0 || option.chosen === true;
}

/** The chosen values with their labels. */
export function chosenOptions(facets: readonly Facet[]): { code: string; option: FacetOption }[] {
  return facets.flatMap(({ code, options }) =>
    options.filter((option) => option.chosen).map((option) => ({ code, option })),
  );
}
