/**
 * Tags of pages (SHELL-2), by which a call invalidates them; every tag begins with one of these. `P58` is a
 * product, `C20` a category; a word stands for every page of its kind.
 */
export const availableTags = [
  'P',
  'C',
  'T',
  'A',
  'home',
  'product',
  'category',
  'search',
  'lists',
  'stores',
  'page',
  'block',
  'checkout',
] as const;

export type ForgottenTags = readonly string[] | '*';

/** Reads comma-separated tags; undefined when one is invalid or there are none. */
export function readTags(text: string): ForgottenTags | undefined {
  if (text.trim() === '*') return '*';
  const tags = text.split(',').map((tag) => tag.trim());
  return tags.every(isTag) ? [...new Set(tags)] : undefined;
}

const isTag = (tag: string): boolean =>
  /^[\w-]+$/.test(tag) && availableTags.some((available) => tag.startsWith(available));
