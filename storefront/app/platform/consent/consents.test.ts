import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consents, consentTextVersion, onConsents, storeConsents, wasChosen } from './consents.ts';

describe('consent (spec D40)', () => {
  const storage = new Map<string, string>();
  beforeEach(() => {
    storage.clear();
    const page = new EventTarget();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, text: string) => void storage.set(key, text),
      removeItem: (key: string) => void storage.delete(key),
    });
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
      vi.stubGlobal(name, page[name].bind(page));
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test('consents are all false before the shopper chooses', () => {
    expect([consents(), wasChosen()]).toEqual([{ analytics: false, marketing: false }, false]);
  });

  test('storeConsents stores the choice with its time and text version, and notifies listeners at once', () => {
    const listener = vi.fn();
    const stop = onConsents(listener);
    storeConsents({ analytics: true, marketing: false }, new Date('2026-11-20T08:00:00Z'));
    stop();
    expect(JSON.parse(storage.get('consents')!)).toEqual({
      analytics: true,
      marketing: false,
      version: consentTextVersion,
      at: '2026-11-20T08:00:00.000Z',
    });
    expect([consents().analytics, wasChosen(), listener.mock.calls.length]).toEqual([true, true, 1]);
  });

  test('a choice that cannot be stored gives no consent, and ends an earlier one', () => {
    storeConsents({ analytics: true, marketing: true });
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubGlobal('localStorage', {
      ...localStorage,
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    storeConsents({ analytics: true, marketing: false });
    expect([consents(), wasChosen()]).toEqual([{ analytics: false, marketing: false }, false]);
  });

  test('consent to an older text does not count', () => {
    storage.set('consents', JSON.stringify({ analytics: true, marketing: true, version: 'old' }));
    expect([consents(), wasChosen()]).toEqual([{ analytics: false, marketing: false }, false]);
  });

  test.each(['', '{', '[]', 'null', '7'])('consents are all false when storage holds %j', (text) => {
    storage.set('consents', text);
    expect(consents()).toEqual({ analytics: false, marketing: false });
  });
});
