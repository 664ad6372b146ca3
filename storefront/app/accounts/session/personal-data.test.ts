import { afterEach, expect, test, vi } from 'vitest';
import { forgetPersonalData } from './personal-data.ts';

afterEach(() => void vi.unstubAllGlobals());

test('what is kept of a person is forgotten in every store view, and nothing else (accounts 4.1)', () => {
  const personal = ['current-user', 'current-wishlist', 'lists-account', 'cart-seen-prices'];
  const gone = ['', 'de/', 'it/', 'closed/'].flatMap((view) => personal.map((name) => view + name));
  const stays = ['fynbos-locale', 'current-cart-token', 'de/current-cart-token', 'de/current-orders'];
  const kept = Object.fromEntries([...gone, ...stays].map((key) => [key, '1']));
  vi.stubGlobal('localStorage', Object.assign(kept, { removeItem: (key: string) => delete kept[key] }));
  vi.stubGlobal('sessionStorage', { clear: vi.fn() });
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('StorageEvent', Event);
  forgetPersonalData();
  expect(Object.keys(kept)).toEqual([...stays, 'removeItem']);
});
