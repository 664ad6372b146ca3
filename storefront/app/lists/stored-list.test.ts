import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { claim, claims, dropClaim } from './claims.ts';
import { isUnsaved, markJoined, markUnsaved } from './list-sync-status.ts';
import { addTo, compareList, recentlyViewed, seeProduct, wishlist } from './product-lists.ts';
import { storedList } from './stored-list.ts';

/** A browser storage of limited size. */
function storage(maxLength = Number.POSITIVE_INFINITY) {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
    setItem(key: string, text: string) {
      if (text.length > maxLength) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, text);
    },
  };
}

const read = (value: unknown) => (typeof value === 'string' ? value : undefined);
let browser: ReturnType<typeof storage>;

beforeEach(() => {
  browser = storage();
  vi.stubGlobal('localStorage', browser);
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    vi.stubGlobal(name, page[name].bind(page));
  }
});
afterEach(() => vi.unstubAllGlobals());

/** Simulates another tab: it writes, and this tab receives the storage event. */
function inAnotherTab(key: string, text: string) {
  browser.entries.set(key, text);
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

describe('storedList (ACC-6, spec accounts 4.6)', () => {
  test('is written on every change, and removed from storage when it is empty', () => {
    const list = storedList('list', read);
    list.set(['milk', 'tea']);
    expect(browser.entries.get('list')).toBe('["milk","tea"]');
    expect(storedList('list', read).get()).toEqual(['milk', 'tea']);
    list.set([]);
    expect(browser.entries.has('list')).toBe(false);
  });

  test('returns the same array until something changes, and follows other tabs', () => {
    const list = storedList('list', read);
    const onChange = vi.fn();
    const stop = list.subscribe(onChange);
    expect(list.get()).toBe(list.get());
    inAnotherTab('list', '["rice"]');
    expect([list.get(), onChange.mock.calls.length]).toEqual([['rice'], 1]);
    inAnotherTab('something else', '1');
    stop();
    inAnotherTab('list', '["oats"]');
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(list.get()).toEqual(['oats']);
  });

  test.each(['{', '7', 'null', '{"a":1}', ''])('reads «%s» in storage as an empty list', (text) => {
    browser.entries.set('list', text);
    expect(storedList('list', read).get()).toEqual([]);
  });

  test('leaves out entries that are not items', () => {
    browser.entries.set('list', '["milk",7,null,"tea"]');
    expect(storedList('list', read).get()).toEqual(['milk', 'tea']);
  });

  test('lasts as long as the page when storage is full or forbidden', () => {
    vi.stubGlobal('localStorage', storage(3));
    const full = storedList('list', read);
    full.set(['milk']);
    expect(full.get()).toEqual(['milk']);
    vi.stubGlobal('localStorage', undefined);
    const forbidden = storedList('list', read);
    forbidden.set(['milk']);
    expect(forbidden.get()).toEqual(['milk']);
  });
});

describe('lists that the account keeps too (ACC-6)', () => {
  const oats = {
    ...{ id: 1, sku: 'OATS', type_id: 'simple' as const, name: 'Oats', url_path: 'oats', image: '' },
    ...{ final_price_incl_tax: 10, original_price_incl_tax: 10, special_price_incl_tax: 0 },
  };

  test('a change is unsaved from then on, also before the session of the page is known', () => {
    markJoined(7);
    seeProduct(oats);
    addTo(wishlist, oats);
    expect(['recently-viewed', 'wishlist', 'compare'].map(isUnsaved)).toEqual([true, true, false]);
    markUnsaved('wishlist', false);
    wishlist.set([]);
    expect(isUnsaved('wishlist')).toBe(true);
  });

  test('the lists of a guest are not marked, because a login merges them', () => {
    seeProduct(oats);
    compareList.set(recentlyViewed.get());
    expect([isUnsaved('recently-viewed'), isUnsaved('compare')]).toEqual([false, false]);
  });
});

describe('claims (SHELL-6)', () => {
  const at = new Date('2026-11-20T08:00:00Z');
  const coupon = { code: 'NEWS-1', value: 10, description: '10 % off one order' };

  test('are stored with their code, time, value and description, newest first', () => {
    claim({ code: 'FIRST', value: null, description: '' }, at);
    claim(coupon, at);
    expect(claims.get().map(({ code }) => code)).toEqual(['NEWS-1', 'FIRST']);
    expect(claims.get()[0]).toEqual({ ...coupon, created_at: '2026-11-20T08:00:00.000Z' });
  });

  test('are stored once per code, and can be removed', () => {
    claim(coupon, at);
    claim({ ...coupon, value: 15 }, at);
    expect(claims.get()).toHaveLength(1);
    expect(claims.get()[0]?.value).toBe(15);
    dropClaim('NEWS-1');
    expect(claims.get()).toEqual([]);
  });
});
