import { createHash } from 'node:crypto';
import type { Redis } from '@fynbos/api/redis/connection.ts';
import type { PageEvents } from '@fynbos/api/redis/page-news.ts';
import { serializePage, unpackPage } from '@fynbos/storefront/server/packed-page.ts';
import type { Page } from '@fynbos/storefront/server/page.ts';
import type { SharedPages } from '@fynbos/storefront/server/shared-pages.ts';

/** Pages of an earlier generation are not asked for any more: they leave by themselves, after ten minutes at most. */
const seconds = 600;

/**
 * Pages that several storefronts share, in Redis. A page is found under what it was made by and when: the storefront's build and
 * settings, and the generation of the shop.
 *
 * @param makers what else a page follows from: build, settings
 */
export function redisPages(redis: Redis, news: PageEvents, makers: string): SharedPages {
  return {
    async find(key) {
      const { stamps: standing } = news;
      if (!standing) return undefined;
      const name = `fynbos:page:${hash([makers, String(standing.generation), key].join('\0'))}`;
      const found = await redis.executeForBytes((client) => client.get(name)).catch(() => null);
      return {
        page: found ? await fresh(name, found).catch(() => undefined) : undefined,
        keep(page) {
          const expiration = { type: 'EX', value: seconds } as const;
          const value = Buffer.concat([
            stampBytes(standing.stamp),
            serializePage(page, under(name, standing.stamp)),
          ]);
          redis.execute((client) => client.set(name, value, { expiration })).catch(ignore);
        },
      };
    },
  };

  /** The page, unless something it shows has changed since it was begun. */
  async function fresh(name: string, found: Buffer): Promise<Page | undefined> {
    const stamp = found.readDoubleBE(0);
    const page = unpackPage(found.subarray(stampLength), under(name, stamp));
    if (!page || (await news.areStale(page.tags, stamp))) return undefined;
    return page;
  }
}

/** A page that somebody moved to another's name, or made younger, is no page. */
const under = (name: string, stamp: number): string => `${name} ${stamp}`;
const stampLength = 8;

function stampBytes(stamp: number): Buffer {
  const bytes = Buffer.alloc(stampLength);
  bytes.writeDoubleBE(stamp);
  return bytes;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
/** The next visitor's page is made anew: slower, and right. */
const ignore = () => {};
