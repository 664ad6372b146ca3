import { useEffect, useState } from 'react';
import { useGroupToken } from '../../platform/session/group-token.ts';
import { useChosenStore } from '../../platform/storage/chosen-store.ts';
import type { CardProduct } from './product-card-fields.ts';

const oldAfterMs = 60_000;

/** Whether data of this time, in milliseconds, should be requested again. */
export const isOld = (since: number): boolean => Date.now() - since > oldAfterMs;

/**
 * The products of a list. They are requested again when they may be outdated: the page was remembered, or
 * returned from the back/forward cache after a minute. They are also requested again for a chosen store or
 * a customer group's prices. No request is made when the shopper saves data.
 * @param since when they were loaded, in milliseconds; defaults to now
 */
export function useLiveCards(initialCards: readonly CardProduct[], since?: number): readonly CardProduct[] {
  const [live, setLive] = useState<{ of: readonly CardProduct[]; cards: readonly CardProduct[] }>();
  const store = useChosenStore();
  const group = useGroupToken();

  useEffect(() => {
    const controller = new AbortController();
    const loaded = since ?? Date.now();
    const refresh = () =>
      import('./refresh-cards.lazy.ts')
        .then(({ refreshCards }) => refreshCards(initialCards, !!group || isOld(loaded), controller.signal))
        .then(
          (cards) => setLive({ of: initialCards, cards }),
          () => {},
        );
    if (store || group || isOld(loaded)) void refresh();
    else setLive(undefined);
    const back = ({ persisted }: PageTransitionEvent) => persisted && isOld(loaded) && void refresh();
    window.addEventListener('pageshow', back, { signal: controller.signal });
    return () => controller.abort();
  }, [initialCards, since, store, group]);

  return live?.of === initialCards ? live.cards : initialCards;
}
