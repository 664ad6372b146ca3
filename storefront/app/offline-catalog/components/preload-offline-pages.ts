import { loadCart } from '../../cart/components/cart-loader.ts';

/** The route files known to the router (React Router, `__reactRouterManifest`). */
interface RouteFiles {
  routes: Record<string, { module: string } | undefined>;
}

/** The routes that the offline catalog can show, by their files without extension. */
export const offlineRoutes: readonly string[] = [
  'search/search-page',
  'shell/pages/dispatcher-page',
  'listing/category-page',
  'listing/brand-page',
];

/** Preloads the code of offline pages and of the cart: without a network it would be too late. */
export async function preloadOfflinePages(): Promise<void> {
  await Promise.all([
    import('./offline-page.lazy.ts'),
    loadCart(),
    ...routeFiles().map((file) => import(/* @vite-ignore */ file)),
  ]);
  // For performance measurements of a page.
  performance.mark('pocket ready');
}

/** In low-data mode they were not prefetched. */
function routeFiles(): string[] {
  // Set by React Router, which does not declare it.
  const { __reactRouterManifest } = window as { __reactRouterManifest?: RouteFiles };
  return Object.entries(__reactRouterManifest?.routes ?? {}).flatMap(([id, route]) =>
    route && offlineRoutes.includes(id) ? [route.module] : [],
  );
}
