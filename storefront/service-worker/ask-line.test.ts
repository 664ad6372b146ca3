import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askLine, longestSilence } from './ask-line.ts';

/** What is under way, and what it ended with. */
let ended: string[];
let answer: (said: Response) => void;

beforeEach(() => {
  vi.useFakeTimers();
  ended = [];
  vi.stubGlobal('fetch', ({ signal }: Request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => {
      ended.push('given up');
      reject(new DOMException('', 'AbortError'));
    });
    answer = resolve;
    return promise;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = (signal?: AbortSignal) =>
  askLine(new Request('https://shop.example/oats', { ...(signal && { signal }) }));

test('a line that never answers lets go of its connection in the end', async () => {
  const asking = ask().catch(({ name }: Error) => name);
  await vi.advanceTimersByTimeAsync(longestSilence - 1);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(['given up']);
  expect(await asking).toBe('AbortError');
});

test('an answer that has begun may take as long as it takes', async () => {
  const asking = ask();
  await vi.advanceTimersByTimeAsync(longestSilence - 1);
  answer(new Response('slowly'));
  expect((await asking).status).toBe(200);
  await vi.advanceTimersByTimeAsync(longestSilence);
  expect(ended).toEqual([]);
});

test('who leaves ends it at once', async () => {
  const leaving = new AbortController();
  const asking = ask(leaving.signal).catch(({ name }: Error) => name);
  leaving.abort();
  expect(await asking).toBe('AbortError');
  expect(ended).toEqual(['given up']);
});
