import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { needsRedis, startRedis, type TestRedis } from '../testing/redis.ts';
import { openRedis, type Redis } from './connection.ts';
import { hearPageNews, pageTeller } from './page-news.ts';

/** A storefront never believes that it hears while it does not, and what an API could not tell is told later. */

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(port?: number): Promise<TestRedis> {
  const server = (await startRedis(port))!;
  ends.push(server.stop);
  return server;
}

async function open(url: string): Promise<Redis> {
  const redis = await openRedis(url, { warn() {}, info() {} });
  ends.push(redis.close);
  return redis;
}

/** An API that tells and a storefront that hears, each on connections of its own. */
async function openBoth(url: string) {
  const heard: string[] = [];
  const failed: unknown[] = [];
  const news = hearPageNews(await open(url), (tags) => void heard.push([tags].flat().join()));
  const teller = pageTeller(await open(url), (cause) => void failed.push(cause));
  ends.push(teller.stop);
  return { heard, failed, news, tell: teller.tell };
}

/** Until both have found each other. */
const isStanding = ({ news }: Awaited<ReturnType<typeof openBoth>>) =>
  expect.poll(() => news.standing !== undefined).toBe(true);

describe('what is told of pages', needsRedis, () => {
  test('is heard, and known afterwards by whoever comes later', async () => {
    const { url } = await start();
    const both = await openBoth(url);
    await isStanding(both);
    const { stamp } = both.news.standing!;
    both.tell(['P7', 'home']);
    await expect.poll(() => both.heard.at(-1)).toBe('P7,home');
    expect(await both.news.areStale(['P7'], stamp)).toBe(true);
    expect(await both.news.areStale(['P8'], stamp)).toBe(false);
    const later = hearPageNews(await open(url), () => {});
    await expect.poll(() => later.standing).toEqual(both.news.standing);
  });

  test('is not believed to be heard where nobody has ever told anything', async () => {
    const { url } = await start();
    const news = hearPageNews(await open(url), () => {});
    const teller = await open(url);
    await new Promise((done) => setTimeout(done, 300));
    expect(news.standing).toBeUndefined();
    ends.push(pageTeller(teller).stop);
    await expect.poll(() => news.standing !== undefined).toBe(true);
  });

  test('is heard although Redis was not there when the shop started', async () => {
    const port = await freePort();
    const both = await openBoth(`redis://127.0.0.1:${port}`);
    await new Promise((done) => setTimeout(done, 700));
    expect(both.news.standing).toBeUndefined();
    await start(port);
    await isStanding(both);
    both.tell(['P7']);
    await expect.poll(() => both.heard.at(-1)).toBe('P7');
  });

  test('is everything once Redis is back, which was killed and has forgotten everything', async () => {
    const port = await freePort();
    const first = await start(port);
    const both = await openBoth(first.url);
    await isStanding(both);
    const { generation } = both.news.standing!;
    await first.stop();
    ends.splice(ends.indexOf(first.stop), 1);
    await expect.poll(() => both.news.standing).toBeUndefined();
    expect(both.heard.at(-1)).toBe('*');
    await start(port);
    await isStanding(both);
    expect(both.news.standing!.generation).toBeGreaterThan(generation);
    both.tell(['P7']);
    await expect.poll(() => both.heard.at(-1)).toBe('P7');
  });

  test('is not believed to be heard while Redis hangs, though it is written to all the time', async () => {
    const server = await start();
    const both = await openBoth(server.url);
    await isStanding(both);
    const asking = setInterval(() => void both.news.areStale(['P1'], 0).catch(() => {}), 100);
    ends.push(() => clearInterval(asking));
    server.pause();
    await expect.poll(() => both.news.standing).toBeUndefined();
    server.resume();
    await isStanding(both);
  });

  test('is everything after something could not be told, whatever is told next', async () => {
    const server = await start();
    const both = await openBoth(server.url);
    await isStanding(both);
    both.heard.length = 0;
    server.pause();
    both.tell(['P1']);
    await expect.poll(() => both.failed.length).toBe(1);
    both.tell(['P2']);
    server.resume();
    await expect.poll(() => both.heard.includes('*')).toBe(true);
    await isStanding(both);
    await expect
      .poll(() => {
        both.tell(['P3']);
        return both.heard.at(-1);
      })
      .toBe('P3');
  });

  test('is told by a Redis that is full of pages', async () => {
    const { url } = await start();
    const both = await openBoth(url);
    await isStanding(both);
    const filling = await open(url);
    await filling.ask((client) => client.configSet('maxmemory', '1'));
    await expect(filling.ask((client) => client.set('page', 'a page'))).rejects.toThrow('OOM');
    both.tell(['P7']);
    await expect.poll(() => both.heard.at(-1)).toBe('P7');
    both.tell('*');
    await expect.poll(() => both.heard.at(-1)).toBe('*');
    expect(both.failed).toEqual([]);
  });
});
