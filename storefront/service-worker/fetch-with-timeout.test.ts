import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchWithTimeout, responseTimeoutMs } from './fetch-with-timeout.ts';

/** The aborted requests. */
let ended: string[];
let respond: (response: Response) => void;

beforeEach(() => {
  vi.useFakeTimers();
  ended = [];
  vi.stubGlobal('fetch', ({ signal }: Request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => {
      ended.push('given up');
      reject(new DOMException('', 'AbortError'));
    });
    respond = resolve;
    return promise;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sendRequest = (signal?: AbortSignal) =>
  fetchWithTimeout(new Request('https://shop.example/oats', { ...(signal && { signal }) }));

test('fetchWithTimeout aborts a request without a response after the time-out', async () => {
  const pending = sendRequest().catch(({ name }: Error) => name);
  await vi.advanceTimersByTimeAsync(responseTimeoutMs - 1);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(['given up']);
  expect(await pending).toBe('AbortError');
});

test('fetchWithTimeout does not limit the duration of a response that has begun', async () => {
  const pending = sendRequest();
  await vi.advanceTimersByTimeAsync(responseTimeoutMs - 1);
  respond(new Response('slowly'));
  expect((await pending).status).toBe(200);
  await vi.advanceTimersByTimeAsync(responseTimeoutMs);
  expect(ended).toEqual([]);
});

test('fetchWithTimeout aborts at once when the page cancels the request', async () => {
  const leaving = new AbortController();
  const pending = sendRequest(leaving.signal).catch(({ name }: Error) => name);
  leaving.abort();
  expect(await pending).toBe('AbortError');
  expect(ended).toEqual(['given up']);
});
