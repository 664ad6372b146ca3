import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { origin } from './testing/memory-caches.ts';
import { page, stubScope, visitOf } from './testing/worker-scope.ts';

/** What the shop says, or that nobody reaches it. */
let shop: (path: string) => Response | Promise<Response>;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  ({ asked } = stubScope((path) => shop(path)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const cut = () => Promise.reject(new TypeError('Failed to fetch'));
const silent = () => new Promise<Response>(() => {});
const after = (ms: number, text: string) => async () => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return page(text);
};

/** Visits a page with the worker, which keeps what it may. */
async function visit(path: string): Promise<string> {
  const { answerPage } = await import('./pages.ts');
  const event = visitOf(path);
  const answering = answerPage(event);
  await vi.advanceTimersByTimeAsync(20_000);
  const answer = await answering;
  if (shop !== silent) await Promise.all(event.after);
  return `${answer.status} ${await answer.text()}`;
}

const keys = async () =>
  (await (await caches.open('fynbos-pages')).keys()).map(({ url }) => url.slice(origin.length));

describe('a page through the worker', () => {
  test('a line that failed at once is waited for when it is back', async () => {
    shop = () => page('old');
    await visit('/oats');
    shop = cut;
    expect(await visit('/oats')).toBe('200 old');
    shop = after(700, 'new');
    expect(await visit('/oats')).toBe('200 new');
  });

  test('a silent line is not waited for again, until it speaks', async () => {
    shop = () => page('old');
    await visit('/oats');
    shop = silent;
    expect(await visit('/oats')).toBe('200 old');
    shop = after(700, 'new');
    expect(await visit('/oats')).toBe('200 old');
    expect(await visit('/oats')).toBe('200 new');
  });

  test('data that it cannot have is no fault of the page: the line gave up', async () => {
    shop = cut;
    expect(await visit('/oats.data')).toBe('504 ');
  });

  test('pages go with the build that kept them', async () => {
    shop = () => page('tea');
    await visit('/tea');
    await visit('/tea.data');
    const { forgetOldPages } = await import('./pages.ts');
    const { shellName } = await import('./kept.ts');
    await caches.open(shellName);
    await forgetOldPages();
    expect(await keys()).toEqual(['/tea', '/tea.data']);
    await caches.delete(shellName);
    await forgetOldPages();
    expect(await keys()).toEqual([]);
  });
});

describe('a page is kept both ways', () => {
  const bothWays = () => import('./both-ways.ts');
  const hour = 3_600_000;

  test('after the first visit, and fetched no second time', async () => {
    shop = () => page('tea');
    await visit('/tea.data?_routes=a');
    await (await bothWays()).keepVisited('/tea', 'en-US');
    expect(asked.splice(0)).toEqual(['/tea.data?_routes=a', '/tea', '/tea.data']);
    await (await bothWays()).keepVisited('/tea', 'en-US');
    expect(asked).toEqual([]);
  });

  test('the other form is fetched again once it is much older than the one that was seen', async () => {
    shop = () => page('tea');
    await visit('/tea');
    await visit('/tea.data');
    vi.setSystemTime(Date.now() + 2 * hour);
    await visit('/tea');
    asked.length = 0;
    await (await bothWays()).keepVisited('/tea', 'en-US');
    expect(asked).toEqual(['/tea.data']);
  });

  test('what may not be kept is not fetched again', async () => {
    shop = () => page('mine', 'once');
    await visit('/login');
    await (await bothWays()).keepVisited('/login', 'en-US');
    expect(asked).toEqual(['/login']);
  });

  test('frames are fetched once a day', async () => {
    shop = () => page('frame');
    const { keepFrames } = await bothWays();
    await keepFrames('/', 'en-US');
    expect(asked.splice(0)).toHaveLength(10);
    await keepFrames('/', 'en-US');
    expect(asked).toEqual([]);
    vi.setSystemTime(Date.now() + 25 * hour);
    await keepFrames('/', 'en-US');
    expect(asked).toHaveLength(10);
  });
});

test('on a line that is paid for by the byte a page is kept as it was seen, unless the shopper wants all', async () => {
  ({ asked } = stubScope(() => page('tea'), { connection: { type: 'cellular' } }));
  const { keepVisited } = await import('./both-ways.ts');
  await visit('/tea');
  await keepVisited('/tea', 'en-US');
  expect(asked.splice(0)).toEqual(['/tea']);
  const { changeSettings } = await import('./settings.ts');
  await changeSettings(() => ({ wantsAll: true }));
  await keepVisited('/tea', 'en-US');
  expect(asked).toEqual(['/tea.data']);
});
