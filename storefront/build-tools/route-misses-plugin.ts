import type { Plugin } from 'vite';

const reload = 'window.location.reload();';

/**
 * If React Router cannot import the code of a page, it reloads the document, even when a link is only
 * touched: the navigation and typed text would be lost. This plugin makes it send an event instead
 * (`shell/update-notifier.tsx`).
 */
export function routeMisses(): Plugin {
  return {
    name: 'fynbos-route-misses',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/.*\/routeModules\.js$/ },
      handler(code) {
        const parts = code.split(reload);
        if (parts.length !== 2) this.error('React Router no longer reloads where a page cannot be imported.');
        return { code: parts.join(`window.dispatchEvent(new Event('route-missing'));`), map: null };
      },
    },
  };
}
