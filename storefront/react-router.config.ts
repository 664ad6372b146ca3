import path from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildWorker } from './build-worker.ts';
import { packClientFiles } from './server/client-files.ts';

export default {
  ssr: true,
  // Every route is known from the first page on: a phone without a network cannot ask for more.
  routeDiscovery: { mode: 'initial' },
  // Split, a page's loader in the browser would be a file of a hundred bytes beside the page itself.
  splitRouteModules: false,
  buildEnd: async ({ reactRouterConfig }) => {
    const client = path.join(reactRouterConfig.buildDirectory, 'client');
    await buildWorker(client);
    await packClientFiles(client);
  },
} satisfies Config;
