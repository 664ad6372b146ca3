import { createHash } from 'node:crypto';
import type { Redis } from '@fynbos/api/redis/connection.ts';
import type { PageNews } from '@fynbos/api/redis/page-news.ts';
import { packPage, unpackPage } from '@fynbos/storefront/server/packed-page.ts';
import type { SharedPages } from '@fynbos/storefront/server/shared-pages.ts';

/** Pages of an earlier generation are not asked for any more: they leave by themselves, after an hour at most. */
const seconds = 3600;

/**
 * Pages that several storefronts share, in Redis. A page is found under what it was made by and when: the storefront's build and
 * settings, and the generation of the shop.
 *
 * @param makers what else a page follows from: build, settings
 */
export function redisPages(redis: Redis, news: PageNews, makers: string): SharedPages {
  return {
    async find(key) {
      const { generation } = news;
      if (generation === undefined) return undefined;
      const name = `fynbos:page:${hash([makers, String(generation), key].join('\0'))}`;
      const found = await redis.askForBytes((client) => client.get(name)).catch(() => null);
      return {
        page: found ? unpackPage(found) : undefined,
        keep(page) {
          const expiration = { type: 'EX', value: seconds } as const;
          redis.ask((client) => client.set(name, packPage(page), { expiration })).catch(ignore);
        },
      };
    },
  };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
/** The next visitor's page is made anew: slower, and right. */
const ignore = () => {};
