import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeConsents } from '../../platform/consent/consents.ts';
import { followChat } from './chat-widget.ts';

const fetchedScripts: string[] = [];
/** Runs the pending idle callback of the page. */
let rest: (() => void) | undefined;

beforeEach(() => {
  const page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
  });
  vi.stubGlobal('location', { href: 'https://shop.example/larder', pathname: '/larder' });
  const requestIdleCallback = (atRest: () => void) => {
    rest = atRest;
  };
  vi.stubGlobal('requestIdleCallback', requestIdleCallback);
  vi.stubGlobal('window', { requestIdleCallback });
  vi.stubGlobal('document', {
    readyState: 'complete',
    documentElement: { dataset: { chat: 'https://chat.example/fynbos' } },
    createElement: () => ({ setAttribute: () => {} }),
    head: { append: ({ src }: { src: string }) => fetchedScripts.push(src) },
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('followChat does not load the chat when the shopper enters the checkout or withdraws consent before the page is idle', async () => {
  const agree = (marketing: boolean) => storeConsents({ analytics: false, marketing });
  const come = async () => {
    await expect.poll(() => rest).toBeDefined();
    rest?.();
    rest = undefined;
    // Until all promises that depend on it are settled.
    await new Promise((settled) => setTimeout(settled));
  };
  followChat('/cart');
  agree(true);
  followChat('/checkout');
  await come();
  expect(fetchedScripts).toEqual([]);
  followChat('/larder');
  agree(false);
  await come();
  expect(fetchedScripts).toEqual([]);
  agree(true);
  await come();
  await expect.poll(() => fetchedScripts).toEqual(['https://chat.example/fynbos']);
});
