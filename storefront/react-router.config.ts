import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // Every route is known from the first page on: a phone without a network cannot ask for more.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
