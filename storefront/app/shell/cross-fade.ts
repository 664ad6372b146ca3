import type { DataRouter, NavigateOptions, To } from 'react-router';
import { inView } from '../paths.ts';
import { apiSettings } from '../platform/api/api-settings.ts';
import { once } from '../platform/state/once.ts';

/** The longest time that the browser paints nothing, in milliseconds. A page that takes longer appears without a fade. */
const maxWait = 300;

/**
 * Makes a link to another page cross-fade (View Transitions API), and back. Without it, with reduced motion or low data pages
 * change at once. Every link and every other navigation of the shop calls this one function of the router.
 */
export const crossFadePages = once((): void => {
  // Set by React Router, which does not declare it.
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: DataRouter };
  if (!router || !('startViewTransition' in document)) return;
  limitTransitions();
  // Both of its overloads.
  const navigate = router.navigate as (to: To | number | null, options?: NavigateOptions) => Promise<void>;
  router.navigate = (to: To | number | null, options?: NavigateOptions) =>
    navigate(to, shouldFade(to, options) ? { ...options, viewTransition: true } : options);
});

function shouldFade(to: To | number | null, options?: NavigateOptions): boolean {
  if (typeof to === 'number' || options?.replace || !isMotionAllowed()) return false;
  const path = typeof to === 'string' ? to : (to?.pathname ?? '');
  return new URL(inView(path), location.href).pathname !== location.pathname;
}

const isMotionAllowed = () => !apiSettings().low && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * React Router waits within the fade until the next page is drawn. The picture of the pressed card becomes the picture
 * of the product, if it has loaded.
 */
function limitTransitions(): void {
  const start = document.startViewTransition;
  document.startViewTransition = (update) => {
    if (typeof update !== 'function') return start.call(document, update);
    const card = document.activeElement?.closest('li article')?.querySelector('img');
    name(card, 'picture');
    const fade = start.call(document, async () => {
      await Promise.race([update(), new Promise((resolve) => setTimeout(resolve, maxWait))]);
      name(card, '');
      const picture = document.querySelector<HTMLImageElement>('main > article img');
      if (!card || !picture?.complete) return;
      name(picture, 'picture');
      void fade.finished.finally(() => name(picture, ''));
    });
    // Rejected when another page interrupts it or the window is hidden.
    fade.ready.catch(() => {});
    // Back to a page that was left before motion was switched off.
    if (!isMotionAllowed()) fade.skipTransition();
    return fade;
  };
}

function name(picture: HTMLElement | null | undefined, value: string): void {
  if (picture) picture.style.viewTransitionName = value;
}
