/**
 * What pages say that they show (SHELL-2), and what a call may name to have them forgotten: a tag begins with one of these.
 * `P58` is a product, `C20` a category; a word stands for every page of its kind.
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

/** Reads tags with commas between them; undefined when one of them is none, or there are none. */
export function readTags(text: string): ForgottenTags | undefined {
  if (text.trim() === '*') return '*';
  const tags = text.split(',').map((tag) => tag.trim());
  return tags.every(isTag) ? [...new Set(tags)] : undefined;
}

const isTag = (tag: string): boolean =>
  /^[\w-]+$/.test(tag) && availableTags.some((available) => tag.startsWith(available));
