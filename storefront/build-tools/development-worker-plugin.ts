import type { Plugin } from 'vite';
import { developmentWorker } from './build-service-worker.ts';

/**
 * Serves the service worker of the sources when `DEV_SERVICE_WORKER` is `on`, and tells pages whether they
 * register it.
 */
export function serviceWorker(): Plugin {
  const isOn = process.env.DEV_SERVICE_WORKER?.trim() === 'on';
  return {
    name: 'development-service-worker',
    apply: 'serve',
    config: () => ({ define: { 'import.meta.env.DEV_SERVICE_WORKER': JSON.stringify(isOn) } }),
    configureServer({ middlewares }) {
      if (!isOn) return;
      middlewares.use('/service-worker.js', (_request, response, next) => {
        const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-cache' };
        developmentWorker().then((script) => response.writeHead(200, headers).end(script), next);
      });
    },
  };
}
