import { groupToken } from '../accounts/session/group-token.ts';
import { ownKey } from '../kept-here.ts';
import { chosenStore } from '../stores/chosen-store.ts';
import { browserCache, type Cache } from './cache.ts';

/** Where a result of a search comes from (accounts 3). */
export interface FoundFrom {
  /** It was kept from before. */
  cache?: boolean;
  /** There is no network, and it was not kept. */
  offline?: boolean;
  noresults?: boolean;
}

export interface Searching<Found> {
  ask(): Promise<Found>;
  /** What a search that finds nothing answers. */
  empty: Found;
}

let kept: Cache<object> | undefined;
const searchCache = () => {
  kept ??= browserCache<object>();
  return kept;
};

/**
 * A search of the catalogue (SEA-4, accounts 4.9): what is kept of it first, with `cache`, then the fresh one, which is
 * kept in its place. While there is a network a search that fails raises; without one it ends, with an empty result
 * flagged `offline` where nothing was kept. Prices of a group are nobody else's and are not kept (decision 32).
 *
 * @param question names the search: the same question has the same answer
 */
export async function* cachedSearch<Found extends object>(
  question: unknown,
  { ask, empty }: Searching<Found>,
  cache: Pick<Cache<object>, 'get' | 'put'> = searchCache(),
): AsyncGenerator<Found & FoundFrom> {
  const offline = { ...empty, offline: true, noresults: true };
  if (groupToken()) return yield await ask().catch(orThrow(offline));
  const key = ownKey(JSON.stringify([question, chosenStore()]));
  let isAnswered = false;
  const asking = ask();
  asking.then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  // What is kept is not waited for where the answer is faster, but is where there is none.
  const known = (await Promise.race([cache.get(key), asking.then(nothing, () => cache.get(key))])) as
    | Found
    | undefined;
  if (known && !isAnswered) yield { ...known, cache: true };
  try {
    const found = await asking;
    void cache.put(key, found);
    yield found;
  } catch (error) {
    const instead = orThrow(offline)(error);
    if (!known) yield instead;
  }
}

/** Without a network a search that fails is no failure. */
const orThrow =
  <Found>(instead: Found) =>
  (error: unknown): Found => {
    if (navigator.onLine) throw error;
    return instead;
  };

const nothing = () => undefined;

/** The last word of a search, for who cannot show two. Throws as the search does. */
export async function lastFound<Found>(results: AsyncGenerator<Found>): Promise<Found> {
  let last: Found | undefined;
  for await (const found of results) last = found;
  return last!;
}
