import { useEffect, useState } from 'react';
import { useGroupToken } from '../accounts/session/group-token.ts';
import { useChosenStore } from '../stores/chosen-store.ts';
import type { CardProduct } from './card-fields.ts';

const oldAfterMs = 60_000;

/** Whether what was true at this time, in milliseconds, should be asked again. */
export const isOld = (since: number): boolean => Date.now() - since > oldAfterMs;

/**
 * The products of a list, asked for again where what is shown may be old (the page was remembered, or
 * comes back out of the browser's memory, after a minute) or is not this shopper's (a store is chosen,
 * prices of a group are due).
 * A metered line that wants to save is never asked to pay for it.
 *
 * @param since when they were loaded, in milliseconds; just now when left out
 */
export function useLiveCards(given: readonly CardProduct[], since?: number): readonly CardProduct[] {
  const [live, setLive] = useState<{ of: readonly CardProduct[]; cards: readonly CardProduct[] }>();
  const store = useChosenStore();
  const group = useGroupToken();

  useEffect(() => {
    const gone = new AbortController();
    const loaded = since ?? Date.now();
    const refresh = () =>
      import('./refresh-cards.ts')
        .then(({ refreshCards }) => refreshCards(given, !!group || isOld(loaded), gone.signal))
        .then(
          (cards) => setLive({ of: given, cards }),
          () => {},
        );
    if (store || group || isOld(loaded)) void refresh();
    else setLive(undefined);
    const back = ({ persisted }: PageTransitionEvent) => persisted && isOld(loaded) && void refresh();
    window.addEventListener('pageshow', back, { signal: gone.signal });
    return () => gone.abort();
  }, [given, since, store, group]);

  return live?.of === given ? live.cards : given;
}
