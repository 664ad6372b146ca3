import type { Mutation } from '../mutation.ts';

export const offlineMutations: readonly Mutation[] = [
  {
    id: 'offline-outdated-response',
    area: 'offline',
    file: 'storefront/app/cart/sync/cart-outbox.ts',
    original: 'if (snapshot.token !== token || isPassed(outbox, entry)) return outbox;',
    replacement: 'if (snapshot.token !== token) return outbox;',
    defect: 'A response that arrives while an entry waits is applied, so that the entry counts twice.',
    tests: ['storefront/app/cart/sync/cart-outbox.test.ts'],
  },
  {
    id: 'offline-ordered-rest',
    area: 'offline',
    file: 'storefront/app/cart/sync/ordered-lines.ts',
    original: 'const left = qty - of.qty;',
    replacement: 'const left = of.qty - qty;',
    defect: 'Units added to a line after an offline order are removed with it.',
    tests: ['storefront/app/cart/sync/ordered-lines.test.ts'],
  },
  {
    id: 'offline-write-not-verified',
    area: 'offline',
    file: 'storefront/app/platform/outbox/outbox-db.ts',
    original: 'if (saved.rev < written.rev)',
    replacement: 'if (saved.rev > written.rev)',
    defect: 'A change that the browser lost counts as stored.',
    tests: ['storefront/app/platform/outbox/outbox-db.test.ts'],
  },
  {
    id: 'offline-order-arrived',
    area: 'offline',
    file: 'storefront/app/checkout/outbox/send-offline-order.ts',
    original:
      "if (order.offline.isPosted && (await shop.isThere(order.id))) return { kind: 'placed', number: '' };",
    replacement: '',
    defect: 'An order that arrived although its response was lost is shown as refused.',
    tests: ['storefront/app/checkout/outbox/send-offline-order.test.ts'],
  },
  {
    id: 'offline-stale-file',
    area: 'offline',
    file: 'storefront/service-worker/static-files.ts',
    original: 'isHashed ? {} : { cacheName: shellName }',
    replacement: 'isHashed ? { cacheName: shellName } : {}',
    defect: 'A file without a hash is served from the cache of an older build.',
    tests: ['storefront/service-worker/static-files.test.ts'],
  },
  {
    id: 'offline-redirected-page',
    area: 'offline',
    file: 'storefront/service-worker/pages.ts',
    original: "cachePolicy !== 'keep' || response.status !== 200 || response.redirected",
    replacement: "cachePolicy !== 'keep' || response.status !== 200",
    defect: 'A page reached through a redirect is cached under the address of another page.',
    tests: ['storefront/service-worker/pages.test.ts'],
  },
];
