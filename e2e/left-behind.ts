import type { BrowserContext, Page, Request } from 'playwright-core';

/** What a browser was given in secret, and every place where it could be found afterwards. */
export interface Trail {
  /** Tokens, cookies and codes that the shop gave this browser so far. */
  secrets: Set<string>;
  /** Those among them that open a cart and nothing else. */
  carts: Set<string>;
  /** Every address that was asked for, and every `Referer` that was sent along, with what sent it. */
  told: string[];
  /** What lies in the addresses and in the history of a page now. */
  look(page: Page): Promise<void>;
}

/** Calls whose answers hold what opens something. */
const giving = /\/api\/(user|cart|payments|order|account)\//;
const looksSecret = /(?<![\w-])(?:[\w-]{43}|eyJ[\w-]+\.[\w-]+\.[\w-]+)(?![\w-])/g;

/** Follows all pages of a browser from now on. */
export function follow(context: BrowserContext): Trail {
  const secrets = new Set<string>();
  const carts = new Set<string>();
  const told: string[] = [];
  context.on('request', (request: Request) => {
    told.push(`address ${request.method()} ${request.url()}`);
    const { referer } = request.headers();
    if (referer) told.push(`referer ${referer} to ${request.url()}`);
  });
  context.on('response', async (response) => {
    const headers = await response.allHeaders().catch(() => ({}) as Record<string, string>);
    for (const line of (headers['set-cookie'] ?? '').split('\n')) {
      const value = /^fynbos-(?:refresh|payment|device)=([^;]+)/.exec(line.replace(/^__\w+-/, ''))?.[1];
      if (value) secrets.add(value);
    }
    if (!giving.test(response.url())) return;
    const text = await response.text().catch(() => '');
    for (const [secret] of text.matchAll(looksSecret)) {
      secrets.add(secret);
      if (response.url().includes('/api/cart/')) carts.add(secret);
    }
  });
  return {
    secrets,
    carts,
    told,
    async look(page) {
      const seen = await page.evaluate(() => [
        location.href,
        document.referrer,
        JSON.stringify(history.state),
        ...(window.navigation?.entries() ?? []).map(({ url }) => url ?? ''),
      ]);
      told.push(...seen.map((text) => `history ${text}`));
    },
  };
}

/** Everything that lies in a browser for this origin, by where it lies: caches with their bodies, databases, storage, cookies. */
export async function dump(page: Page): Promise<Record<string, string>> {
  const kept = await page.evaluate(async () => {
    const found: Record<string, string> = {};
    for (const [place, storage] of Object.entries({ localStorage, sessionStorage }))
      for (const [key, value] of Object.entries(storage)) found[`${place} ${key}`] = String(value);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true });
        const isText = /text|json|script/.test(answer?.headers.get('content-type') ?? '');
        found[`cache ${name} ${request.url}`] = isText ? await answer!.text() : '';
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
        found[`database ${name} ${store}`] = JSON.stringify(rows);
      }
      db.close();
    }
    return found;
  });
  for (const { name, value } of await page.context().cookies()) kept[`cookie ${name}`] = value;
  return kept;
}
