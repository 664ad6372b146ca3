import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { claim, claims, dropClaim, findClaim } from './claims.ts';
import { keptList } from './kept-list.ts';

/** Storage as a browser has it, of a limited size. */
function storage(most = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem(key: string, text: string) {
      if (text.length > most) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, text);
    },
  };
}

const read = (kept: unknown) => (typeof kept === 'string' ? kept : undefined);
let browser: ReturnType<typeof storage>;

beforeEach(() => {
  browser = storage();
  vi.stubGlobal('localStorage', browser);
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

/** What another tab does: it writes, and this one hears of it. */
function inAnotherTab(key: string, text: string) {
  browser.kept.set(key, text);
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

describe('a list the browser keeps (ACC-6, accounts 4.6)', () => {
  test('is written on every change, and gone from storage when it is empty', () => {
    const list = keptList('list', read);
    list.set(['milk', 'tea']);
    expect(browser.kept.get('list')).toBe('["milk","tea"]');
    expect(keptList('list', read).all()).toEqual(['milk', 'tea']);
    list.set([]);
    expect(browser.kept.has('list')).toBe(false);
  });

  test('is the same array until something changes, and follows other tabs', () => {
    const list = keptList('list', read);
    const heard = vi.fn();
    const stop = list.follow(heard);
    expect(list.all()).toBe(list.all());
    inAnotherTab('list', '["rice"]');
    expect([list.all(), heard.mock.calls.length]).toEqual([['rice'], 1]);
    inAnotherTab('something else', '1');
    stop();
    inAnotherTab('list', '["oats"]');
    expect(heard).toHaveBeenCalledTimes(1);
    expect(list.all()).toEqual(['oats']);
  });

  test.each(['{', '7', 'null', '{"a":1}', ''])('takes «%s» in storage for an empty list', (text) => {
    browser.kept.set('list', text);
    expect(keptList('list', read).all()).toEqual([]);
  });

  test('leaves out what is no item', () => {
    browser.kept.set('list', '["milk",7,null,"tea"]');
    expect(keptList('list', read).all()).toEqual(['milk', 'tea']);
  });

  test('lasts as long as the page where storage is full or forbidden', () => {
    vi.stubGlobal('localStorage', storage(3));
    const full = keptList('list', read);
    full.set(['milk']);
    expect(full.all()).toEqual(['milk']);
    vi.stubGlobal('localStorage', undefined);
    const forbidden = keptList('list', read);
    forbidden.set(['milk']);
    expect(forbidden.all()).toEqual(['milk']);
  });
});

describe('claims (SHELL-6)', () => {
  const at = new Date('2026-11-20T08:00:00Z');
  const coupon = { code: 'NEWS-1', value: 10, description: '10 % off one order' };

  test('are kept with their code, time, value and description, newest first', () => {
    claim({ code: 'FIRST', value: null, description: '' }, at);
    claim(coupon, at);
    expect(claims.all().map(({ code }) => code)).toEqual(['NEWS-1', 'FIRST']);
    expect(findClaim('NEWS-1')).toEqual({ ...coupon, created_at: '2026-11-20T08:00:00.000Z' });
    expect(findClaim('NONE')).toBeUndefined();
  });

  test('are there once for a code, and can be let go of', () => {
    claim(coupon, at);
    claim({ ...coupon, value: 15 }, at);
    expect(claims.all()).toHaveLength(1);
    expect(findClaim('NEWS-1')?.value).toBe(15);
    dropClaim('NEWS-1');
    expect(claims.all()).toEqual([]);
  });
});
