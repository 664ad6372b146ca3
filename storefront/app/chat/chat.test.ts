import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepConsents } from '../consent/consents.ts';
import { followChat } from './chat.ts';

const asked: string[] = [];
/** Calls back the page that waits to be at rest. */
let rest: (() => void) | undefined;

beforeEach(() => {
  const page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
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
    head: { append: ({ src }: { src: string }) => asked.push(src) },
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('a chat is not fetched for whoever went to pay, or took their yes back, before the page was at rest', async () => {
  const agree = (marketing: boolean) => keepConsents({ analytics: false, marketing });
  const come = async () => {
    await expect.poll(() => rest).toBeDefined();
    rest?.();
    rest = undefined;
    await Promise.resolve();
  };
  followChat('/cart');
  agree(true);
  followChat('/checkout');
  await come();
  expect(asked).toEqual([]);
  followChat('/larder');
  agree(false);
  await come();
  expect(asked).toEqual([]);
  agree(true);
  await come();
  await expect.poll(() => asked).toEqual(['https://chat.example/fynbos']);
});
