import { useEffect, useSyncExternalStore } from 'react';
import { matchRoutes, type RouteObject, useBlocker, useLocation, useNavigate } from 'react-router';
import { homePath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { okAction } from '../../ui/notices/notices.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { isHomeAvailable } from '../pages/home-page-memory.ts';

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
}

/** The globals in which React Router publishes its route manifest and the loaded route modules. */
interface RouterGlobals {
  __reactRouterManifest?: { routes: Record<string, ManifestRoute> };
  __reactRouterRouteModules?: Record<string, unknown>;
}

/**
 * Loads the code of the next page before an offline navigation starts. React Router reloads the document when a
 * route module fails to load, and an offline reload would lose the data typed into the page. If the code is
 * unavailable, the current page stays, a notice explains why, and the shopper is redirected to the stored home page.
 */
export function OfflineNavigation() {
  // A blocker makes React Router warn about native hash links, so it exists only while the browser is offline.
  const isOffline = useSyncExternalStore(
    subscribeToConnection,
    () => !navigator.onLine,
    () => false,
  );
  return isOffline ? <OfflineBlocker /> : null;
}

function subscribeToConnection(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

function OfflineBlocker() {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const blocker = useBlocker(
    ({ nextLocation }) => !navigator.onLine && missingModules(nextLocation.pathname).length > 0,
  );
  const next = blocker.location;
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    const showMissing = () => {
      if (!isCurrent) return;
      blocker.reset();
      notify({ kind: 'error', message: t('offline.pageMissing'), action: okAction(t) });
      const isHome = pathname === homePath || blocker.location.pathname === homePath;
      if (!isHome && isHomeAvailable()) void navigate(homePath);
    };
    Promise.all(
      missingModules(blocker.location.pathname).map((file) => import(/* @vite-ignore */ file)),
    ).then(() => isCurrent && blocker.proceed(), showMissing);
    return () => {
      isCurrent = false;
    };
  }, [next]);
  return null;
}

/** @returns the files of the routes at this path that the document has not loaded yet */
function missingModules(pathname: string): string[] {
  // Set by React Router, which does not declare it.
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: loaded = {} } = window as RouterGlobals;
  const routes = manifest?.routes ?? {};
  const matches = matchRoutes(routeTree(Object.values(routes)), pathname) ?? [];
  return matches.flatMap(({ route: { id = '' } }) => (id in loaded ? [] : (routes[id]?.module ?? [])));
}

function routeTree(routes: readonly ManifestRoute[], parent?: string): RouteObject[] {
  return routes
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: routeTree(routes, id) },
    );
}
