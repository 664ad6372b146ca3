import path from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildWorker } from './build-tools/build-service-worker.ts';
import { compressClientFiles } from './server/http/client-files.ts';

export default {
  ssr: true,
  // Every route is known from the first page on: a phone without a network cannot request more.
  routeDiscovery: { mode: 'initial' },
  // Split, a page's loader in the browser would be a separate file of a hundred bytes.
  splitRouteModules: false,
  buildEnd: async ({ reactRouterConfig }) => {
    const client = path.join(reactRouterConfig.buildDirectory, 'client');
    await buildWorker(client);
    await compressClientFiles(client);
  },
} satisfies Config;
