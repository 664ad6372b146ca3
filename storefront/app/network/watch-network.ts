import { health } from '@fynbos/core/operation/contract.ts';
import { byFetch, call } from '../api.ts';
import { apiSettings } from '../api-settings.ts';
import { savesData } from '../ui/saves-data.ts';
import { networkState, onNetwork, tell } from './network.ts';
import { isInDoubt, pauseBefore, slowAnswer } from './network-state.ts';

/** Ends the pause before the shop is asked again. */
let wake = () => {};

/** Asks the shop now whether it is there, if there is any doubt. */
export const askNow = (): void => wake();

/** Learns from every call, every page and the browser, and asks the shop while it is in doubt. @returns what ends it */
export function watchNetwork(): () => void {
  // Nobody listened since: what was known then may have changed.
  if (!navigator.onLine) tell({ kind: 'cut' });
  else if (networkState().network === 'offline') tell({ kind: 'connected' });
  const endings = [hearCalls(), hearPages(), hearBrowser(), askWhileInDoubt()];
  return () => {
    for (const end of endings) end();
  };
}

function hearCalls(): () => void {
  const settings = apiSettings();
  const { travel = byFetch } = settings;
  settings.travel = async (url, request) => {
    const begin = performance.now();
    const late = setTimeout(tell, slowAnswer, { kind: 'waiting' });
    try {
      const arrived = await travel(url, request);
      // Whatever else speaks, the shop speaks JSON: a portal's page is no answer.
      const isOurs = arrived.type.includes('application/json');
      tell(isOurs ? { kind: 'answered', took: performance.now() - begin } : { kind: 'failed' });
      return arrived;
    } catch (error) {
      const { aborted, reason } = request.signal;
      if (!aborted || reason?.name === 'TimeoutError') tell({ kind: 'failed' });
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
 * The data of pages is fetched by the router. What the service worker answered may have been kept, and says nothing of
 * the network; where it has no answer either there was none.
 */
function hearPages(): () => void {
  const observer = new PerformanceObserver((heard) => {
    for (const entry of heard.getEntries() as PerformanceResourceTiming[]) {
      const { name, responseStatus, workerStart, duration } = entry;
      if (!new URL(name).pathname.endsWith('.data')) continue;
      if (responseStatus === 0) tell({ kind: 'failed' });
      else if (responseStatus > 0 && workerStart === 0) tell({ kind: 'answered', took: duration });
    }
  });
  observer.observe({ type: 'resource' });
  return () => observer.disconnect();
}

function hearBrowser(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const back = () => {
    tell({ kind: 'connected' });
    // The pause between two questions may be long.
    wake();
  };
  addEventListener('online', back, { signal });
  addEventListener('offline', () => tell({ kind: 'cut' }), { signal });
  document.addEventListener('visibilitychange', () => document.hidden || wake(), { signal });
  return () => listening.abort();
}

/** Asks only while somebody looks at the page. */
function askWhileInDoubt(): () => void {
  let isAsking = false;
  let isOver = false;
  const isDue = () => !isOver && isInDoubt(networkState());
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    for (let asked = 0; isDue(); asked++) {
      await pause(pauseBefore(asked, savesData()));
      // What it says is heard as every call is.
      if (isDue() && !document.hidden) await call(health, { timeout: 8000 }).catch(() => {});
    }
    isAsking = false;
  };
  const end = onNetwork(() => void ask());
  void ask();
  return () => {
    isOver = true;
    end();
    wake();
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
