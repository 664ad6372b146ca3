import { afterEach, expect, test, vi } from 'vitest';
import { forgetPersonalData } from './personal-data.ts';

afterEach(() => void vi.unstubAllGlobals());

test('forgetPersonalData deletes the personal data of every store view, and nothing else (spec accounts 4.1)', () => {
  const personal = ['current-user', 'current-wishlist', 'lists-account', 'cart-seen-prices'];
  const personalEntries = ['', 'de/', 'it/', 'closed/'].flatMap((view) =>
    personal.map((name) => view + name),
  );
  const otherEntries = ['fynbos-locale', 'current-cart-token', 'de/current-cart-token', 'de/current-orders'];
  const storage = Object.fromEntries([...personalEntries, ...otherEntries].map((key) => [key, '1']));
  vi.stubGlobal('localStorage', Object.assign(storage, { removeItem: (key: string) => delete storage[key] }));
  vi.stubGlobal('sessionStorage', { clear: vi.fn() });
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('StorageEvent', Event);
  forgetPersonalData();
  expect(Object.keys(storage)).toEqual([...otherEntries, 'removeItem']);
});
