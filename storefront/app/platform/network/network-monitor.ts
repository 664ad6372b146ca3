import { health } from '@fynbos/core/operation/contract.ts';
import { byFetch, callApi } from '../../api-client.ts';
import { apiSettings } from '../api/api-settings.ts';
import { createEmitter } from '../state/store.ts';
import { networkState, onNetwork, reportNetworkEvent } from './current-network.ts';
import { savesData } from './data-saver.ts';
import { isInDoubt, pauseBefore, slowResponseMs } from './network-state.ts';

/** Each ends the pause before the next poll. */
const checks = createEmitter();

/** Polls the shop now, if its state is in doubt. */
export const checkNetworkNow = (): void => checks.emit();

/**
 * Observes all API calls, page loads and browser events, and polls the shop while its state is in doubt.
 * @returns a function that stops it
 */
export function watchNetwork(): () => void {
  // The state may have changed while there were no listeners.
  if (!navigator.onLine) reportNetworkEvent({ kind: 'cut' });
  else if (networkState().network === 'offline') reportNetworkEvent({ kind: 'connected' });
  const endings = [observeCalls(), observePages(), observeBrowser(), pollWhileInDoubt()];
  return () => {
    for (const end of endings) end();
  };
}

function observeCalls(): () => void {
  const settings = apiSettings();
  const { travel = byFetch } = settings;
  settings.travel = async (url, request) => {
    const begin = performance.now();
    const late = setTimeout(reportNetworkEvent, slowResponseMs, { kind: 'waiting' });
    try {
      const arrived = await travel(url, request);
      // The shop responds with JSON; any other content type, such as a portal page, does not count.
      const isOurs = arrived.type.includes('application/json');
      reportNetworkEvent(isOurs ? { kind: 'answered', took: performance.now() - begin } : { kind: 'failed' });
      return arrived;
    } catch (error) {
      const { aborted, reason } = request.signal;
      if (!aborted || reason?.name === 'TimeoutError') reportNetworkEvent({ kind: 'failed' });
      throw error;
    } finally {
      clearTimeout(late);
    }
  };
  return () => {
    settings.travel = travel;
  };
}

/**
 * The router fetches page data itself. A response from the service worker may come from its cache and says
 * nothing about the network. A worker without a cached response means that there was no network.
 */
function observePages(): () => void {
  const observer = new PerformanceObserver((list) => {
    // It observes entries of type `resource` only.
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const { name, responseStatus, workerStart, duration } = entry;
      if (!new URL(name).pathname.endsWith('.data')) continue;
      if (responseStatus === 0) reportNetworkEvent({ kind: 'failed' });
      else if (responseStatus > 0 && workerStart === 0)
        reportNetworkEvent({ kind: 'answered', took: duration });
    }
  });
  observer.observe({ type: 'resource' });
  return () => observer.disconnect();
}

function observeBrowser(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const back = () => {
    reportNetworkEvent({ kind: 'connected' });
    // The pause between two polls may be long.
    checkNetworkNow();
  };
  addEventListener('online', back, { signal });
  addEventListener('offline', () => reportNetworkEvent({ kind: 'cut' }), { signal });
  document.addEventListener('visibilitychange', () => document.hidden || checkNetworkNow(), { signal });
  return () => listening.abort();
}

/** Polls only while the page is visible. */
function pollWhileInDoubt(): () => void {
  let isPolling = false;
  let isOver = false;
  const isDue = () => !isOver && isInDoubt(networkState());
  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    for (let attempts = 0; isDue(); attempts++) {
      await pause(pauseBefore(attempts, savesData()));
      // The result is observed like that of every call.
      if (isDue() && !document.hidden) await callApi(health, { timeout: 8000 }).catch(() => {});
    }
    isPolling = false;
  };
  const end = onNetwork(() => void poll());
  void poll();
  return () => {
    isOver = true;
    end();
    checkNetworkNow();
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const unsubscribe = checks.subscribe(end);
  });
}
