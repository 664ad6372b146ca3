import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { wakeInTime } from './wakers.ts';

const page = new EventTarget();
const looks = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', looks);
  vi.stubGlobal('navigator', { onLine: true });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** @returns how often it was woken so far */
function waking(): () => number {
  const wake = vi.fn();
  stop = wakeInTime(wake);
  return () => wake.mock.calls.length;
}

const happens = (name: string) => page.dispatchEvent(new Event(name));

describe('what waits to be sent is woken', () => {
  test('by chance within half a minute after a long cut, and only once', () => {
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

  test('nearly at once after a short one', () => {
    const woken = waking();
    happens('offline');
    vi.advanceTimersByTime(2000);
    happens('online');
    vi.advanceTimersByTime(250);
    expect(woken()).toBe(1);
  });

  test('on a page that was opened without a network, counted from then', () => {
    vi.stubGlobal('navigator', { onLine: false });
    const woken = waking();
    vi.advanceTimersByTime(60_000);
    happens('online');
    vi.advanceTimersByTime(7400);
    expect(woken()).toBe(0);
    vi.advanceTimersByTime(200);
    expect(woken()).toBe(1);
  });

  test('not while the network is away again', () => {
    const woken = waking();
    happens('offline');
    vi.advanceTimersByTime(10 * 60_000);
    happens('online');
    happens('offline');
    vi.advanceTimersByTime(10 * 60_000);
    expect(woken()).toBe(0);
  });

  test('at once when somebody looks at the page', () => {
    const woken = waking();
    looks.dispatchEvent(new Event('visibilitychange'));
    expect(woken()).toBe(1);
  });
});
