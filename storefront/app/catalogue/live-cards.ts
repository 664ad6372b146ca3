import { useEffect, useState } from 'react';
import { useChosenStore } from '../stores/chosen-store.ts';
import type { CardProduct } from './card-fields.ts';

const oldAfterMs = 60_000;

/** Whether what was true at this time, in milliseconds, should be asked again. */
export const isOld = (since: number): boolean => Date.now() - since > oldAfterMs;

/**
 * The products of a list, asked for again where what is shown may be old (the page was remembered, or
 * comes back out of the browser's memory, after a minute) or is not this shopper's (a store is chosen).
 * A metered line that wants to save is never asked to pay for it.
 *
 * @param since when they were loaded, in milliseconds; just now when left out
 */
export function useLiveCards(given: readonly CardProduct[], since?: number): readonly CardProduct[] {
  const [live, setLive] = useState<{ of: readonly CardProduct[]; cards: readonly CardProduct[] }>();
  const store = useChosenStore();

  useEffect(() => {
    const gone = new AbortController();
    const loaded = since ?? Date.now();
    const refresh = () =>
      import('./refresh-cards.ts')
        .then(({ refreshCards }) => refreshCards(given, isOld(loaded), gone.signal))
        .then(
          (cards) => setLive({ of: given, cards }),
          () => {},
        );
    if (store || isOld(loaded)) void refresh();
    const back = ({ persisted }: PageTransitionEvent) => persisted && isOld(loaded) && void refresh();
    window.addEventListener('pageshow', back, { signal: gone.signal });
    return () => gone.abort();
  }, [given, since, store]);

  return live?.of === given ? live.cards : given;
}
