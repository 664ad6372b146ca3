import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { retryOnReturn } from './retry-triggers.ts';

const page = new EventTarget();
const fakeDocument = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', fakeDocument);
  vi.stubGlobal('navigator', { onLine: true });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** @returns a function that returns the number of flushes so far */
function waking(): () => number {
  const flush = vi.fn();
  stop = retryOnReturn(flush);
  return () => flush.mock.calls.length;
}

const happens = (name: string) => page.dispatchEvent(new Event(name));

describe('the flush of waiting entries', () => {
  test('the flush happens once, at a random time within 30 s after a long outage', () => {
    const woken = waking();
    happens('offline');
    vi.advanceTimersByTime(10 * 60_000);
    happens('online');
    vi.advanceTimersByTime(14_900);
    expect(woken()).toBe(0);
    vi.advanceTimersByTime(200);
    expect(woken()).toBe(1);
    vi.advanceTimersByTime(60 * 60_000);
    expect(woken()).toBe(1);
  });

  test('the flush happens almost at once after a short outage', () => {
    const woken = waking();
    happens('offline');
    vi.advanceTimersByTime(2000);
    happens('online');
    vi.advanceTimersByTime(250);
    expect(woken()).toBe(1);
  });

  test('the flush on a page opened offline measures the outage from then', () => {
    vi.stubGlobal('navigator', { onLine: false });
    const woken = waking();
    vi.advanceTimersByTime(60_000);
    happens('online');
    vi.advanceTimersByTime(7400);
    expect(woken()).toBe(0);
    vi.advanceTimersByTime(200);
    expect(woken()).toBe(1);
  });

  test('the flush does not happen while the network is lost again', () => {
    const woken = waking();
    happens('offline');
    vi.advanceTimersByTime(10 * 60_000);
    happens('online');
    happens('offline');
    vi.advanceTimersByTime(10 * 60_000);
    expect(woken()).toBe(0);
  });

  test('the flush happens at once when the page becomes visible', () => {
    const woken = waking();
    fakeDocument.dispatchEvent(new Event('visibilitychange'));
    expect(woken()).toBe(1);
  });
});
