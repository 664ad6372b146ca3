import { cleanLine } from '@fynbos/core/clean-text.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { suggest } from '@fynbos/core/search/contract.ts';
import { shortestSearch } from '@fynbos/core/shop.ts';
import { useEffect, useState } from 'react';
import { callApi } from '../api-client.ts';
import { cachedSearch } from '../catalogue/state/cached-search.ts';
import { readEntities } from '../catalogue/state/entity-search.ts';
import type { CardProduct } from '../catalogue/state/product-card-fields.ts';
import { cardsOf } from '../catalogue/state/product-cards.ts';
import {
  checkOfflineCatalog,
  offlineCatalogInfo,
  queryOfflineCatalog,
} from '../offline-catalog/state/offline-catalog.ts';
import { categoryPath, productPath, searchPathFor } from '../paths.ts';
import { ApiProblem } from '../platform/api/api-problem.ts';
import { groupToken } from '../platform/session/group-token.ts';

type Found = Omit<ResultOf<typeof suggest>, 'products' | 'attributeMetadata'> & { products: CardProduct[] };

/** The state of the suggestions for a typed text. */
export type Suggestions =
  | { state: 'idle' | 'short' | 'loading' | 'offline' }
  | { state: 'failed'; slow: boolean }
  | {
      state: 'found';
      results: Found;
      /** For results of the offline catalog: when it was created, as ISO 8601. */
      made?: string;
    };

/** Delay after the last key press before a request is sent, in milliseconds. */
const rest = 150;
const suggested = 5;

/**
 * Suggestions for a text; the response to an older text is never shown for a newer one. The offline catalog
 * of this device responds at once, and the server after it, if there is a network.
 * @param isHeld whether an entry is selected or under a finger; then it is replaced when it is released
 */
export function useSuggestions(typed: string, isHeld: boolean): Suggestions {
  const text = cleanLine(typed);
  const [latest, setLatest] = useState<{ text: string; suggestions: Suggestions }>();
  const [shown, setShown] = useState(latest);
  const askable = text.length >= shortestSearch;
  useEffect(() => {
    if (!askable) return;
    const abort = new AbortController();
    let isFound = false;
    const show = (suggestions: Suggestions) => {
      const isBetter = suggestions.state === 'found';
      if (abort.signal.aborted || (isFound && !isBetter)) return;
      isFound ||= isBetter;
      setLatest({ text, suggestions });
    };
    // Results of the server are as good and newer: the server does not wait for the offline catalog.
    void suggestFromOfflineCatalog(text).then((suggestions) => suggestions && !isFound && show(suggestions));
    const timer = setTimeout(() => void requestSuggestions(text, abort.signal, show), rest);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, askable]);
  const isRetained = isHeld && shown?.text === text && shown.suggestions.state === 'found';
  if (!isRetained && shown !== latest) setShown(latest);
  if (!askable) return { state: text === '' ? 'idle' : 'short' };
  return shown?.text === text ? shown.suggestions : { state: 'loading' };
}

/**
 * Suggestions of the offline catalog, if there is one. It holds guest prices: customers with group prices
 * wait for the server, if there is a network.
 */
async function suggestFromOfflineCatalog(text: string): Promise<Suggestions | undefined> {
  const catalogInfo = offlineCatalogInfo();
  if (!catalogInfo || (groupToken() && navigator.onLine)) return undefined;
  const results = await queryOfflineCatalog('suggest', text, suggested).catch(() => undefined);
  // The offline catalog was deleted or is corrupt: from now on it counts as not stored.
  if (!results) await checkOfflineCatalog().catch(() => {});
  return results && { state: 'found', results, made: catalogInfo.made };
}

/** Reports cached suggestions for a text at once, then those of the server (SEA-4). */
async function requestSuggestions(
  text: string,
  signal: AbortSignal,
  report: (suggestions: Suggestions) => void,
): Promise<void> {
  const query = { text, size: suggested };
  const searching = {
    request: async () => {
      const { result } = await callApi(suggest, { query, groupToken: groupToken(), signal });
      const { attributeMetadata = [], ...rest } = result;
      const attributes = readEntities('attribute', attributeMetadata);
      return { ...rest, products: cardsOf(readEntities('product', result.products), attributes) };
    },
    empty: { words: [], products: [], categories: [], total: 0 },
  };
  let isReported = false;
  try {
    for await (const results of cachedSearch(['suggest', query], searching)) {
      if (signal.aborted) return;
      isReported = true;
      report(results.offline ? { state: 'offline' } : { state: 'found', results });
    }
  } catch (error) {
    // Cached suggestions are better than an error.
    if (signal.aborted || isReported) return;
    report({ state: 'failed', slow: error instanceof ApiProblem && error.code === 'timeout' });
  }
}

/** One entry of the suggestion list: its kind and its link. */
export type Suggestion =
  | { kind: 'word'; key: string; to: string; text: string }
  | { kind: 'category'; key: string; to: string; text: string; image: string | undefined }
  | { kind: 'product'; key: string; to: string; product: CardProduct }
  | { kind: 'all'; key: string; to: string; total: number };

/** The entries in the order of display and of the arrow keys. */
export function suggestionEntries(text: string, results: Found): Suggestion[] {
  const otherQueries = results.words.filter((word) => word.toLowerCase() !== cleanLine(text).toLowerCase());
  return [
    ...otherQueries.map((word) => ({
      kind: 'word' as const,
      key: `w${word}`,
      to: searchPathFor(word),
      text: word,
    })),
    ...results.categories.map((category) => ({
      kind: 'category' as const,
      key: `c${category.id}`,
      to: categoryPath(category),
      text: category.name,
      image: category.image,
    })),
    ...results.products.map((product) => ({
      kind: 'product' as const,
      key: `p${product.id}`,
      to: productPath(product),
      product,
    })),
    ...(results.total > 0
      ? [{ kind: 'all' as const, key: 'all', to: searchPathFor(cleanLine(text)), total: results.total }]
      : []),
  ];
}

/**
 * The entry that an arrow key moves to. With no selection, down selects the first and up the last; past
 * either end nothing is selected.
 */
export function nextEntryIndex(active: number, step: 1 | -1, count: number): number {
  if (active === -1) return step === 1 ? (count > 0 ? 0 : -1) : count - 1;
  const next = active + step;
  return next >= count ? -1 : next;
}
