import { health } from '@fynbos/core/operation/contract.ts';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '../../api-client.ts';
import { networkState, onNetwork } from '../../platform/network/current-network.ts';

/** Milliseconds after which a shop that does not respond counts as unreachable. */
const timeoutMs = 8000;

/**
 * Reloads the page itself in place of its offline version, once the shop responds: a failed load would
 * remove the offline page.
 */
export function useRetryOnline(): { retry(): Promise<void>; isRetrying: boolean } {
  const { revalidate, state } = useRevalidator();
  const [isTrying, setTrying] = useState(false);
  async function retry(): Promise<void> {
    setTrying(true);
    const isThere = await callApi(health, { timeout: timeoutMs }).then(
      () => true,
      () => false,
    );
    if (isThere) await revalidate();
    setTrying(false);
  }
  return { retry, isRetrying: isTrying || state === 'loading' };
}

/** Reloads automatically when the network is back or the shop responds again. */
export function useRetryOnceOnline(): void {
  const { revalidate } = useRevalidator();
  const { retry } = useRetryOnline();
  useEffect(() => {
    let wasOut = networkState().network !== 'online';
    // `connected` alone is no proof: earlier failures are cleared only after the shop has responded.
    const end = onNetwork(() => {
      const { network, failed } = networkState();
      if (network !== 'online') wasOut = true;
      else if (wasOut && failed === 0) {
        wasOut = false;
        void revalidate();
      }
    });
    const online = () => void retry();
    // Before the first user activity, only the browser event is available.
    addEventListener('online', online);
    return () => {
      end();
      removeEventListener('online', online);
    };
  }, [revalidate]);
}
