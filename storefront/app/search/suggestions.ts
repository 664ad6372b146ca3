import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { suggest } from '@fynbos/core/search/contract.ts';
import { shortestSearch } from '@fynbos/core/shop.ts';
import { useEffect, useState } from 'react';
import { groupToken } from '../accounts/session/group-token.ts';
import { call } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import type { CardProduct } from '../catalogue/card-fields.ts';
import { categoryPath, productPath, searchPathFor } from '../paths.ts';

type Found = ResultOf<typeof suggest>;

/** What there is to say about a text that is being typed. */
export type Suggestions =
  | { state: 'idle' | 'short' | 'loading' | 'offline' }
  | { state: 'failed'; slow: boolean }
  | { state: 'found'; found: Found };

/** Milliseconds of rest before a text is asked about. */
const rest = 150;
const suggested = 5;

/** Suggestions for a text; the answer to an older text never shows under a newer one. */
export function useSuggestions(typed: string): Suggestions {
  const text = typed.trim();
  const [answer, setAnswer] = useState<{ text: string; suggestions: Suggestions }>();
  const askable = text.length >= shortestSearch;
  useEffect(() => {
    if (!askable) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      ask(text, abort.signal).then((suggestions) => suggestions && setAnswer({ text, suggestions }));
    }, rest);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, askable]);
  if (!askable) return { state: text === '' ? 'idle' : 'short' };
  return answer?.text === text ? answer.suggestions : { state: 'loading' };
}

async function ask(text: string, signal: AbortSignal): Promise<Suggestions | undefined> {
  try {
    const { result } = await call(suggest, {
      query: { text, size: suggested, groupToken: groupToken() },
      signal,
    });
    return { state: 'found', found: result };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!navigator.onLine) return { state: 'offline' };
    return { state: 'failed', slow: error instanceof ApiProblem && error.code === 'timeout' };
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
