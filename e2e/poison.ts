import type { Page } from 'playwright-core';
import type { RandomInt } from './chance.ts';

/** Texts that the shop never writes to browser storage. */
const texts = [
  ...[
    '',
    'null',
    'true',
    '5',
    '-1e999',
    '"text"',
    '[]',
    '[null]',
    '[[[]]]',
    '{}',
    '{"',
    '[1,',
    'undefined',
    '\u0000',
  ],
  '{"version":99,"rev":99,"schema":99}',
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  '{"customer":7,"id":7,"email":"else@example.co.za","items":"none","addresses":{"0":{}}}',
  '{"rev":1,"kept":5,"entries":[null,5,{"id":1},{"id":"x"}]}',
  '{"rev":"1","kept":{},"entries":{"length":1}}',
  'x'.repeat(100_000),
];

/** Keys that the shop may use, for storage that has none yet. */
const names = {
  localStorage: [
    ...[
      'current-user',
      'orders-history',
      'current-wishlist',
      'current-compare',
      'lists-account',
      'recently-viewed',
    ],
    ...[
      'cart-seen-prices',
      'cart-unwritten',
      'claims',
      'loyalty-card',
      'personal-details',
      'shipping-details',
    ],
    ...['payment-details', 'current-checkout', 'current-payment', 'newsletter-email', 'purchase-tracking'],
    ...['purchase-told', 'current-cart-token', 'current-cart-hash', 'current-cart-count', 'current-orders'],
    ...[
      'current-tasks',
      'consents',
      'adv-store-picker',
      'fynbos-pocket',
      'newsletter-asked',
      'fynbos-locale',
    ],
  ],
  sessionStorage: [
    'checkout-placed',
    'first-page',
    'fynbos-two-stage',
    'fynbos-missing',
    'analytics-events',
    'analytics-begun',
  ],
};

/**
 * Corrupts the data that a browser stores for this origin: both storages, every database, and every cache.
 * It skips the files of the shop's build, whose bodies carry no check.
 * @returns number of corrupted entries
 */
export async function poison(page: Page, random: RandomInt): Promise<number> {
  const dice = Array.from({ length: 4000 }, () => random(1_000_000));
  return page.evaluate(
    async ({ texts, names, dice }) => {
      let [at, done] = [0, 0];
      const roll = (under: number) => dice[at++ % dice.length]! % under;
      const pick = <One>(all: readonly One[]): One => all[roll(all.length)]!;
      /** Replaces one nested value. */
      const bent = (value: unknown): unknown => {
        const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
        if (keys.length === 0 || roll(4) === 0) return wrong();
        const key = pick(keys);
        const copy = structuredClone(value) as Record<string, unknown>;
        copy[key] = bent(copy[key]);
        return copy;
      };
      const wrong = (): unknown => {
        try {
          return JSON.parse(pick(texts));
        } catch {
          return 'garbage';
        }
      };
      const bentText = (text: string) => {
        try {
          return JSON.stringify(bent(JSON.parse(text)));
        } catch {
          return pick(texts);
        }
      };
      for (const [place, storage] of Object.entries({ localStorage, sessionStorage })) {
        const known = names[place as keyof typeof names];
        const all = Object.entries(storage).map(([, text]) => String(text));
        for (const key of new Set([...Object.keys(storage), ...known])) {
          const before = storage.getItem(key) ?? '';
          const candidates = [
            pick(texts),
            before.slice(0, roll(before.length + 1)),
            bentText(before),
            pick([...all, '']),
          ];
          storage.setItem(key, pick(candidates));
          done += 1;
        }
      }
      const resultOf = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      for (const { name } of await indexedDB.databases()) {
        const db = await resultOf(indexedDB.open(name!));
        for (const store of db.objectStoreNames) {
          const writing = db.transaction(store, 'readwrite').objectStore(store);
          for (const key of await resultOf(writing.getAllKeys())) {
            const value = await resultOf(writing.get(key));
            const next = roll(2) === 0 ? bent(value) : wrong();
            const path = writing.keyPath as string | null;
            if (path) await resultOf(writing.put({ ...(next as object), [path]: key }));
            else await resultOf(writing.put(next, key));
            done += 1;
          }
        }
        db.close();
      }
      for (const name of await caches.keys()) {
        if (/shell|files/.test(name)) continue;
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          await cache.put(
            request,
            new Response(pick(texts), { headers: { 'content-type': pick(['text/html', 'text/plain']) } }),
          );
          done += 1;
        }
      }
      return done;
    },
    { texts, names, dice },
  );
}
