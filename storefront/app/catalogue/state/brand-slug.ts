import type { AttributeOption } from '@fynbos/core/catalogue/entities.ts';
import { slugOf } from '@fynbos/core/catalogue/slug.ts';

/** The slug of a brand's page. An API of the previous version sends none. */
export const brandSlug = ({ slug, label }: AttributeOption): string => slug ?? slugOf(label);

/**
 * The brand of an address: the one with this slug, or the one whose earlier slug this is, which had no
 * transliteration.
 */
export function brandAt(slug: string, options: readonly AttributeOption[]): AttributeOption | undefined {
  const lower = slug.toLowerCase();
  return (
    options.find((option) => brandSlug(option) === lower) ??
    options.find(({ label }) => lower !== '' && slugOf(label) === lower)
  );
}
