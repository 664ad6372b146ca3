import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import anyAscii from 'any-ascii';

/** Scripts whose letters have a spelling in Latin letters that readers recognise. */
const transliterated = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu;

/**
 * The URL segment of a name, in plain letters: `Łowicz` becomes `lowicz`, and `Гречка` becomes `grechka`.
 * Empty if the name has no letters of these scripts and no digits. Browsers do not load this table of
 * letters: addresses arrive with the data.
 */
export function transliteratedSlug(name: string): string {
  // Without marks first, because `ü` has always become `u` in the shop's addresses.
  const unmarked = name.normalize('NFD').replace(/\p{M}/gu, '');
  return slugOf(unmarked.replace(transliterated, (text) => anyAscii(text.normalize('NFC'))));
}

/** The slug of the first of these texts that has one; empty if none has. */
export const firstSlug = (texts: readonly string[]): string =>
  texts.map(transliteratedSlug).find((slug) => slug !== '') ?? '';

/**
 * The address of each option of an attribute. Options whose names have the same slug, or none, get their id
 * as well; the oldest keeps the plain slug, so that a new option changes no address.
 */
export function optionSlugs(options: readonly { value: string; label: string }[]): Map<string, string> {
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  const byAge = options.toSorted((left, right) => Number(left.value) - Number(right.value));
  for (const { value, label } of byAge) {
    const slug = transliteratedSlug(label);
    const free = [slug, `${slug || 'brand'}-${value}`].find((each) => each && !taken.has(each));
    const address = free ?? `${slug}-${value}-${taken.size}`;
    taken.add(address);
    slugs.set(value, address);
  }
  return slugs;
}
