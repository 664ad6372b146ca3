import { health } from '@fynbos/core/operation/contract.ts';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../api.ts';
import { networkState, onNetwork } from '../network/network.ts';

/** Milliseconds after which a shop that does not answer is not there. */
const patience = 8000;

/**
 * Asks for the page itself in place of what the pocket has of it, once it is sure that the shop answers: a page that is
 * asked for in vain would take away the one that is there.
 */
export function useAgain(): { again(): Promise<void>; isAsking: boolean } {
  const { revalidate, state } = useRevalidator();
  const [isTrying, setTrying] = useState(false);
  async function again(): Promise<void> {
    setTrying(true);
    const isThere = await call(health, { timeout: patience }).then(
      () => true,
      () => false,
    );
    if (isThere) await revalidate();
    setTrying(false);
  }
  return { again, isAsking: isTrying || state === 'loading' };
}

/** Does so by itself when the browser has a network again, or the shop answers again. */
export function useAgainOnceOnline(): void {
  const { revalidate } = useRevalidator();
  const { again } = useAgain();
  useEffect(() => {
    let wasOut = networkState().network !== 'online';
    // `connected` alone is a promise: what has failed since is forgotten once the shop has answered.
    const end = onNetwork(() => {
      const { network, failed } = networkState();
      if (network !== 'online') wasOut = true;
      else if (wasOut && failed === 0) {
        wasOut = false;
        void revalidate();
      }
    });
    const online = () => void again();
    // On a page that nobody has touched yet only the browser says so.
    addEventListener('online', online);
    return () => {
      end();
      removeEventListener('online', online);
    };
  }, [revalidate]);
}
