import { groupToken } from '../../platform/session/group-token.ts';
import { once } from '../../platform/state/once.ts';
import { browserCache, type Cache } from '../../platform/storage/cache.ts';
import { chosenStore } from '../../platform/storage/chosen-store.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';

/** Where a search result comes from (spec accounts 3). */
export interface FoundFrom {
  /** It comes from the cache. */
  cache?: boolean;
  /** There is no network, and no cached result. */
  offline?: boolean;
  noresults?: boolean;
}

export interface Searching<Found> {
  request(): Promise<Found>;
  /** The result of a search without hits. */
  empty: Found;
}

const searchCache = once(() => browserCache<object>());

/**
 * A catalog search (SEA-4, spec accounts 4.9): yields the cached result first, with `cache`, then the fresh one,
 * which replaces it in the cache. A failed search throws while online. Offline it ends; without a cached
 * result it yields an empty one flagged `offline`. Results with group prices are private and not cached
 * (spec D32).
 * @param query identifies the search: the same query has the same result
 */
export async function* cachedSearch<Found extends object>(
  query: unknown,
  { request, empty }: Searching<Found>,
  cache: Pick<Cache<object>, 'get' | 'put'> = searchCache(),
): AsyncGenerator<Found & FoundFrom> {
  const offline = { ...empty, offline: true, noresults: true };
  if (groupToken()) return yield await request().catch(orThrow(offline));
  const key = ownKey(JSON.stringify([query, chosenStore()]));
  let hasResponded = false;
  const pending = request();
  pending.then(
    () => {
      hasResponded = true;
    },
    () => {},
  );
  // A faster response does not wait for the cache; a failed request does.
  const known = (await Promise.race([cache.get(key), pending.then(nothing, () => cache.get(key))])) as
    | Found
    | undefined;
  if (known && !hasResponded) yield { ...known, cache: true };
  try {
    const result = await pending;
    void cache.put(key, result);
    yield result;
  } catch (error) {
    const instead = orThrow(offline)(error);
    if (!known) yield instead;
  }
}

/** Offline, a failed search does not throw. */
const orThrow =
  <Found>(instead: Found) =>
  (error: unknown): Found => {
    if (navigator.onLine) throw error;
    return instead;
  };

const nothing = () => undefined;

/** The last result of a search, for callers that cannot show two. Throws as the search does. */
export async function lastFound<Found>(results: AsyncGenerator<Found>): Promise<Found> {
  let last: Found | undefined;
  for await (const result of results) last = result;
  // A search yields a result or throws.
  return last!;
}
