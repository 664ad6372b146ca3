import type { BrowserContext, Page, Request } from 'playwright-core';

/** Secrets given to a browser, and every place where they could appear afterwards. */
export interface Trail {
  /** Tokens, cookies and codes that the shop has given this browser so far. */
  secrets: Set<string>;
  /** Secrets that grant access to a cart only. */
  carts: Set<string>;
  /** Every requested address and every `Referer`, with its request. */
  exposed: string[];
  /** Records the addresses and the history of a page. */
  recordHistory(page: Page): Promise<void>;
}

/** Calls whose responses contain secrets. */
const giving = /\/api\/(user|cart|payments|order|account)\//;
const secretPattern = /(?<![\w-])(?:[\w-]{43}|eyJ[\w-]+\.[\w-]+\.[\w-]+)(?![\w-])/g;

/** Tracks all pages of a browser from now on. */
export function follow(context: BrowserContext): Trail {
  const secrets = new Set<string>();
  const carts = new Set<string>();
  const exposed: string[] = [];
  context.on('request', (request: Request) => {
    exposed.push(`address ${request.method()} ${request.url()}`);
    const { referer } = request.headers();
    if (referer) exposed.push(`referer ${referer} to ${request.url()}`);
  });
  context.on('response', async (response) => {
    const headers = await response.allHeaders().catch(() => ({}) as Record<string, string>);
    for (const line of (headers['set-cookie'] ?? '').split('\n')) {
      const value = /^fynbos-(?:refresh|payment|device)=([^;]+)/.exec(line.replace(/^__\w+-/, ''))?.[1];
      if (value) secrets.add(value);
    }
    if (!giving.test(response.url())) return;
    const text = await response.text().catch(() => '');
    for (const [secret] of text.matchAll(secretPattern)) {
      secrets.add(secret);
      if (response.url().includes('/api/cart/')) carts.add(secret);
    }
  });
  return {
    secrets,
    carts,
    exposed,
    async recordHistory(page) {
      const seen = await page.evaluate(() => [
        location.href,
        document.referrer,
        JSON.stringify(history.state),
        ...(window.navigation?.entries() ?? []).map(({ url }) => url ?? ''),
      ]);
      exposed.push(...seen.map((text) => `history ${text}`));
    },
  };
}

/** All data a browser stores for this origin, by location: caches with bodies, databases, storage, cookies. */
export async function dump(page: Page): Promise<Record<string, string>> {
  const stored = await page.evaluate(async () => {
    const dumped: Record<string, string> = {};
    for (const [place, storage] of Object.entries({ localStorage, sessionStorage }))
      for (const [key, value] of Object.entries(storage)) dumped[`${place} ${key}`] = String(value);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const cached = await cache.match(request, { ignoreVary: true });
        const isText = /text|json|script/.test(cached?.headers.get('content-type') ?? '');
        dumped[`cache ${name} ${request.url}`] = isText ? await cached!.text() : '';
      }
    }
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name!);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<[unknown, unknown][]>((resolve, reject) => {
          const all: [unknown, unknown][] = [];
          const walk = db.transaction(store).objectStore(store).openCursor();
          walk.onsuccess = () => {
            if (!walk.result) return resolve(all);
            all.push([walk.result.key, walk.result.value]);
            walk.result.continue();
          };
          walk.onerror = () => reject(walk.error);
        });
        dumped[`database ${name} ${store}`] = JSON.stringify(rows);
      }
      db.close();
    }
    return dumped;
  });
  for (const { name, value } of await page.context().cookies()) stored[`cookie ${name}`] = value;
  return stored;
}
