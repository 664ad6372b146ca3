import { needsRedis, startRedis, type TestRedis } from '@fynbos/test-kit/database/redis-server.ts';
import { freePort } from '@fynbos/test-kit/network/free-port.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { openRedis, type Redis } from '../redis/redis-connection.ts';
import { pagePublisher, subscribePageEvents } from './page-events.ts';

/**
 * Page events over Redis: a storefront never relies on events while it cannot receive them, and an API
 * publishes failed events later.
 */

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

/** A publisher and a subscriber, each with its own connections. */
async function openBoth(url: string) {
  const received: string[] = [];
  const failed: unknown[] = [];
  const events = subscribePageEvents(await open(url), (tags) => void received.push([tags].flat().join()));
  const publisher = pagePublisher(await open(url), (cause) => void failed.push(cause));
  ends.push(publisher.stop);
  return { received, failed, events, publish: publisher.publish };
}

/** Waits until both are connected. */
const isConnected = ({ events }: Awaited<ReturnType<typeof openBoth>>) =>
  expect.poll(() => events.stamps !== undefined).toBe(true);

describe('page events over Redis', needsRedis, () => {
  test('are received, and later subscribers know the last stamps', async () => {
    const { url } = await start();
    const both = await openBoth(url);
    await isConnected(both);
    const { stamp } = both.events.stamps!;
    both.publish(['P7', 'home']);
    await expect.poll(() => both.received.at(-1)).toBe('P7,home');
    expect(await both.events.areStale(['P7'], stamp)).toBe(true);
    expect(await both.events.areStale(['P8'], stamp)).toBe(false);
    const later = subscribePageEvents(await open(url), () => {});
    await expect.poll(() => later.stamps).toEqual(both.events.stamps);
  });

  test('are not relied on before the first publisher', async () => {
    const { url } = await start();
    const events = subscribePageEvents(await open(url), () => {});
    const publisherRedis = await open(url);
    await new Promise((done) => setTimeout(done, 300));
    expect(events.stamps).toBeUndefined();
    ends.push(pagePublisher(publisherRedis).stop);
    await expect.poll(() => events.stamps !== undefined).toBe(true);
  });

  test('are received although Redis was unreachable at the start', async () => {
    const port = await freePort();
    const both = await openBoth(`redis://127.0.0.1:${port}`);
    await new Promise((done) => setTimeout(done, 700));
    expect(both.events.stamps).toBeUndefined();
    await start(port);
    await isConnected(both);
    both.publish(['P7']);
    await expect.poll(() => both.received.at(-1)).toBe('P7');
  });

  test('invalidate everything after Redis restarted without its data', async () => {
    const port = await freePort();
    const first = await start(port);
    const both = await openBoth(first.url);
    await isConnected(both);
    const { generation } = both.events.stamps!;
    await first.stop();
    ends.splice(ends.indexOf(first.stop), 1);
    await expect.poll(() => both.events.stamps).toBeUndefined();
    expect(both.received.at(-1)).toBe('*');
    await start(port);
    await isConnected(both);
    expect(both.events.stamps!.generation).toBeGreaterThan(generation);
    both.publish(['P7']);
    await expect.poll(() => both.received.at(-1)).toBe('P7');
  });

  test('are not relied on while Redis hangs, even with a steady flow of commands', async () => {
    const server = await start();
    const both = await openBoth(server.url);
    await isConnected(both);
    const poller = setInterval(() => void both.events.areStale(['P1'], 0).catch(() => {}), 100);
    ends.push(() => clearInterval(poller));
    server.pause();
    await expect.poll(() => both.events.stamps).toBeUndefined();
    server.resume();
    await isConnected(both);
  });

  test('invalidate everything after a failed publication', async () => {
    const server = await start();
    const both = await openBoth(server.url);
    await isConnected(both);
    both.received.length = 0;
    server.pause();
    both.publish(['P1']);
    await expect.poll(() => both.failed.length).toBe(1);
    both.publish(['P2']);
    server.resume();
    await expect.poll(() => both.received.includes('*')).toBe(true);
    await isConnected(both);
    await expect
      .poll(() => {
        both.publish(['P3']);
        return both.received.at(-1);
      })
      .toBe('P3');
  });

  test('are published by a Redis that is full of pages', async () => {
    const { url } = await start();
    const both = await openBoth(url);
    await isConnected(both);
    const filling = await open(url);
    await filling.execute((client) => client.configSet('maxmemory', '1'));
    await expect(filling.execute((client) => client.set('page', 'a page'))).rejects.toThrow('OOM');
    both.publish(['P7']);
    await expect.poll(() => both.received.at(-1)).toBe('P7');
    both.publish('*');
    await expect.poll(() => both.received.at(-1)).toBe('*');
    expect(both.failed).toEqual([]);
  });
});
