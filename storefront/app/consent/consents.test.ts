import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consents, consentTextVersion, keepConsents, onConsents, wasChosen } from './consents.ts';

describe('consent (decision 40)', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    const page = new EventTarget();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    });
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
      vi.stubGlobal(name, page[name].bind(page));
    }
  });
  afterEach(() => void vi.unstubAllGlobals());

  test('is given to nothing until somebody says so', () => {
    expect([consents(), wasChosen()]).toEqual([{ analytics: false, marketing: false }, false]);
  });

  test('is kept with its time and the version of the text, and told at once', () => {
    const told = vi.fn();
    const stop = onConsents(told);
    keepConsents({ analytics: true, marketing: false }, new Date('2026-11-20T08:00:00Z'));
    stop();
    expect(JSON.parse(kept.get('consents')!)).toEqual({
      analytics: true,
      marketing: false,
      version: consentTextVersion,
      at: '2026-11-20T08:00:00.000Z',
    });
    expect([consents().analytics, wasChosen(), told.mock.calls.length]).toEqual([true, true, 1]);
  });

  test('to an older text is none to this one', () => {
    kept.set('consents', JSON.stringify({ analytics: true, marketing: true, version: 'old' }));
    expect([consents(), wasChosen()]).toEqual([{ analytics: false, marketing: false }, false]);
  });

  test.each(['', '{', '[]', 'null', '7'])('is none when storage holds %j', (text) => {
    kept.set('consents', text);
    expect(consents()).toEqual({ analytics: false, marketing: false });
  });
});
