import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { suggest } from '@fynbos/core/search/contract.ts';
import { shortestSearch } from '@fynbos/core/shop.ts';
import { useEffect, useRef, useState } from 'react';
import { groupToken } from '../accounts/session/group-token.ts';
import { call } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import type { CardProduct } from '../catalogue/card-fields.ts';
import { cachedSearch } from '../offline/cached-search.ts';
import { categoryPath, productPath, searchPathFor } from '../paths.ts';
import { askPocket, lookIntoPocket, pocketKept } from '../pocket/pocket.ts';

type Found = ResultOf<typeof suggest>;

/** What there is to say about a text that is being typed. */
export type Suggestions =
  | { state: 'idle' | 'short' | 'loading' | 'offline' }
  | { state: 'failed'; slow: boolean }
  | {
      state: 'found';
      found: Found;
      /** Of what the pocket found: when that was true, as ISO 8601. */
      made?: string;
    };

/** Milliseconds of rest before a text is asked about. */
const rest = 150;
const suggested = 5;

/**
 * Suggestions for a text; the answer to an older text never shows under a newer one. What is kept on this device answers
 * at once, and the server after it, where there is a network.
 *
 * @param isHeld whether a line is chosen or under a finger: then no other comes in its place
 */
export function useSuggestions(typed: string, isHeld: boolean): Suggestions {
  const text = typed.trim();
  const [answer, setAnswer] = useState<{ text: string; suggestions: Suggestions }>();
  const held = useRef(isHeld);
  held.current = isHeld;
  const askable = text.length >= shortestSearch;
  useEffect(() => {
    if (!askable) return;
    const abort = new AbortController();
    let isFound = false;
    const show = (suggestions: Suggestions) => {
      const isBetter = suggestions.state === 'found';
      if (abort.signal.aborted || (isFound && (held.current || !isBetter))) return;
      isFound ||= isBetter;
      setAnswer({ text, suggestions });
    };
    // Whatever the server has found is as good, and newer: it waits for nobody.
    void fromPocket(text).then((suggestions) => suggestions && !isFound && show(suggestions));
    const timer = setTimeout(() => void ask(text, abort.signal, show), rest);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, askable]);
  if (!askable) return { state: text === '' ? 'idle' : 'short' };
  return answer?.text === text ? answer.suggestions : { state: 'loading' };
}

/** What the pocket finds, where there is one. Its prices are guests': who pays others waits for the server, if there is a network. */
async function fromPocket(text: string): Promise<Suggestions | undefined> {
  const kept = pocketKept();
  if (!kept || (groupToken() && navigator.onLine)) return undefined;
  const found = await askPocket('suggest', text, suggested).catch(() => undefined);
  // It was thrown away, or is garbage: from now on it counts as not kept.
  if (!found) await lookIntoPocket().catch(() => {});
  return found && { state: 'found', found: found as unknown as Found, made: kept.made };
}

/** Tells what is known of a text at once, then what the shop says of it (SEA-4). */
async function ask(
  text: string,
  signal: AbortSignal,
  tell: (suggestions: Suggestions) => void,
): Promise<void> {
  const query = { text, size: suggested };
  const searching = {
    ask: async () => (await call(suggest, { query, groupToken: groupToken(), signal })).result,
    empty: { words: [], products: [], categories: [], total: 0 },
  };
  let isTold = false;
  try {
    for await (const found of cachedSearch(['suggest', query], searching)) {
      if (signal.aborted) return;
      isTold = true;
      tell(found.offline ? { state: 'offline' } : { state: 'found', found });
    }
  } catch (error) {
    // What is known of it is better than nothing.
    if (signal.aborted || isTold) return;
    tell({ state: 'failed', slow: error instanceof ApiProblem && error.code === 'timeout' });
  }
}

/** One line of the list of suggestions: what it is and where it leads. */
export type Suggestion =
  | { kind: 'word'; key: string; to: string; text: string }
  | { kind: 'category'; key: string; to: string; text: string }
  | { kind: 'product'; key: string; to: string; product: CardProduct }
  | { kind: 'all'; key: string; to: string; total: number };

/** The lines in the order they are shown and walked through with the arrow keys. */
export function suggestionLines(text: string, found: Found): Suggestion[] {
  const words = found.words.filter((word) => word.toLowerCase() !== text.trim().toLowerCase());
  const products = found.products as unknown as CardProduct[];
  return [
    ...words.map((word) => ({ kind: 'word' as const, key: `w${word}`, to: searchPathFor(word), text: word })),
    ...found.categories.map((category) => ({
      kind: 'category' as const,
      key: `c${category.id}`,
      to: categoryPath(category),
      text: category.name,
    })),
    ...products.map((product) => ({
      kind: 'product' as const,
      key: `p${product.id}`,
      to: productPath(product),
      product,
    })),
    ...(found.total > 0
      ? [{ kind: 'all' as const, key: 'all', to: searchPathFor(text.trim()), total: found.total }]
      : []),
  ];
}

/** The line the arrow keys go to; from none, down is the first and up is the last; past an end is none. */
export function stepLine(active: number, by: 1 | -1, count: number): number {
  if (active === -1) return by === 1 ? (count > 0 ? 0 : -1) : count - 1;
  const next = active + by;
  return next >= count ? -1 : next;
}
