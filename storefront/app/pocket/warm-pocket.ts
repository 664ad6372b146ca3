import { openCart } from '../cart/cart-door.ts';

/** What the router knows of the files of its routes (React Router, `__reactRouterManifest`). */
interface RouteFiles {
  routes: Record<string, { module: string } | undefined>;
}

/** The routes that are shown out of the pocket. */
const shown = /(search|catalogue)\/(search|dispatcher|category|brand)-page$/;

/** Fetches what pages out of the pocket are drawn with, and the way from them to the cart: without a network it is too late. */
export async function warmPocket(): Promise<void> {
  await Promise.all([
    import('./instead.ts'),
    openCart(),
    ...routeFiles().map((file) => import(/* @vite-ignore */ file)),
  ]);
  // For whoever looks at the timings of a page.
  performance.mark('pocket ready');
}

/** With low data nobody has fetched them ahead. */
function routeFiles(): string[] {
  const { __reactRouterManifest } = window as { __reactRouterManifest?: RouteFiles };
  return Object.entries(__reactRouterManifest?.routes ?? {}).flatMap(([id, route]) =>
    route && shown.test(id) ? [route.module] : [],
  );
}
