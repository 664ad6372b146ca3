import { cleanLine } from '@fynbos/core/clean-text.ts';
import { shortestSearch } from '@fynbos/core/shop.ts';
import { storedList } from '../lists/stored-list.ts';
import { ownKey } from '../platform/storage/store-view-storage.ts';

const maxRecent = 8;

const readText = (stored: unknown): string | undefined =>
  typeof stored === 'string' && stored.length >= shortestSearch ? stored.slice(0, 200) : undefined;

/**
 * The last searches in this browser, newest first (spec D63). They are sent nowhere, and a logout deletes
 * them like the viewed products.
 */
export const recentSearches = storedList(ownKey('recent-searches'), readText);

/** The popular searches of the shop, as last received: the panel shows them at once, also offline. */
export const popularTexts = storedList(ownKey('popular-searches'), readText);

/** Stores a search; one that differs only in case replaces the older one. */
export function rememberSearch(typed: string): void {
  const text = cleanLine(typed);
  if (text.length < shortestSearch) return;
  recentSearches.set([text, ...without(text)].slice(0, maxRecent));
}

export function forgetSearch(text: string): void {
  recentSearches.set(without(text));
}

const without = (text: string): string[] =>
  recentSearches.get().filter((stored) => stored.toLowerCase() !== text.toLowerCase());
